/// Shows a context's unsaved changes to its queries.
final class PendingOverlay {
    func noteChange(of object: ModelObject) {}
}
