extension SaveOperation {
    /// Checks what can be checked before anything is written. Broken rules are collected: NaN and counts are found by
    /// writing, and come in the same error.
    func validate() throws {
        var gone: [PersistentIdentifier] = []
        for (object, mask) in updates {
            if object.flags.contains(.gone) { gone.append(context.identifier(of: object)) }
            for property in object.entity.requiredLinks where property.bit & mask != 0 {
                checkLink(property, of: object)
            }
            for property in object.entity.validated where property.bit & mask != 0 { checkValue(property, of: object) }
        }
        for object in inserts {
            if object.flags.contains(.placeholder) { gone.append(context.identifier(of: object)) }
            for property in object.entity.requiredLinks { checkLink(property, of: object) }
            for property in object.entity.validated { checkValue(property, of: object) }
            if !context.store.parts.contains(where: { $0 === object.entity.schema }) {
                throw StorageError.unknownModel(object.entity.name)
            }
        }
        if !gone.isEmpty {
            throw StorageError.conflict(gone, reason: "changed objects were deleted by someone else")
        }
        let denied = deniedDeletions()
        if !denied.isEmpty, violations.isEmpty { throw StorageError.deleteDenied(denied) }
    }

    /// Deleted objects that unsaved links protect; the store's own are looked at when the rows are deleted.
    private func deniedDeletions() -> [StorageError.Violation] {
        if context.deletedIDs.isEmpty { return [] }
        var denied: [StorageError.Violation] = []
        for object in inserts + updates.map(\.object) {
            for link in object.entity.links {
                let id = context.permanentID(of: object._$link(link.index))
                guard let inverse = link.inverse, inverse.relationship?.deleteRule == .deny,
                    context.deletedIDs.contains(id), let target = context.registered(inverse.entity.slot, id)
                else { continue }
                denied.append(
                    .init(
                        identifier: context.identifier(of: target), property: inverse.name,
                        message: "cannot be deleted: \(context.identifier(of: object)) is there, and the rule is deny"))
            }
        }
        return denied
    }

    private func checkValue(_ property: Property, of object: ModelObject) {
        guard let rules = property.attribute?.validation else { return }
        for message in rules.violations(of: property.observer.value(of: object)) {
            violations.append(
                .init(identifier: context.identifier(of: object), property: property.name, message: message))
        }
    }

    private func checkLink(_ property: Property, of object: ModelObject) {
        let id = context.permanentID(of: object._$link(property.index))
        let message: String
        if id == 0 {
            message = "a value is required"
        } else if context.deletedIDs.contains(id) || (id < 0 && !isPending(property, id)) {
            message = "the object it points at is deleted"
        } else {
            return
        }
        violations.append(.init(identifier: context.identifier(of: object), property: property.name, message: message))
    }

    private func isPending(_ property: Property, _ id: Int64) -> Bool {
        context.registered(property.destination?.slot ?? -1, id) != nil
    }
}
