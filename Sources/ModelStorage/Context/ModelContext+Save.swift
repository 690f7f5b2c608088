extension ModelContext {
    public func processPendingChanges() {}
    public func save() throws {}
}
