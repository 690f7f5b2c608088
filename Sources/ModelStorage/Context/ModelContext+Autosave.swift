public import Foundation

// What the main context does by itself, in the main actor's next turn.

extension ModelContext {
    /// Lets the main context's group of changes end with the main actor's turn.
    func scheduleEndOfEvent() {
        if !isMain || isEndOfEventScheduled { return }
        isEndOfEventScheduled = true
        // The main context belongs to the main actor.
        nonisolated(unsafe) weak let context = self
        _Concurrency.Task { @MainActor in
            context?.isEndOfEventScheduled = false
            context?.undo?.manager.endEvent()
        }
    }

    // MARK: Autosave

    /// Posted with the error under the key `"error"` when a context could not save by itself.
    public static let autosaveFailed = Notification.Name("ModelContext.autosaveFailed")

    func scheduleAutosave() {
        if isAutosaveScheduled || !isMain || !hasChanges { return }
        isAutosaveScheduled = true
        // The main context belongs to the main actor. What it was promised to save is saved, also if everybody lets go of it.
        nonisolated(unsafe) let context = self
        _Concurrency.Task { @MainActor in context.autosave() }
    }

    /// Notices the next change also of properties that have an unsaved one.
    private func awaitFurtherChanges() {
        gatherLooseChanges()
        for object in changed where object.flags.contains(.changed) && object._$dirty != 0 {
            synchronizedMasks[object._$id, default: 0] |= object._$dirty
            object._$dirty = 0
        }
        for case let object? in inserted { object._$dirty = 0 }
    }

    private func autosave() {
        isAutosaveScheduled = false
        guard autosaveEnabled, hasChanges else { return }
        do {
            try save()
        } catch {
            // The next change of a property that was changed already is a change too.
            for part in [self] + others { part.awaitFurtherChanges() }
            NotificationCenter.default.post(name: Self.autosaveFailed, object: self, userInfo: ["error": error])
        }
    }
}
