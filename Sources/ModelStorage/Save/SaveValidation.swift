extension SaveOperation {
    /// Checks what can be checked before anything is written, and throws all that is wrong in one error.
    func validate() throws {
        var gone: [PersistentIdentifier] = []
        for (object, mask) in updates {
            if object.flags.contains(.gone) { gone.append(context.identifier(of: object)) }
            for property in object.entity.requiredLinks where property.bit & mask != 0 {
                checkLink(property, of: object)
            }
            for property in object.entity.validated where property.bit & mask != 0 { checkValue(property, of: object) }
        }
        if !gone.isEmpty {
            throw StorageError.conflict(gone, reason: "changed objects were deleted by someone else")
        }
        for object in inserts {
            for property in object.entity.requiredLinks { checkLink(property, of: object) }
            for property in object.entity.validated { checkValue(property, of: object) }
            if !context.store.parts.contains(where: { $0 === object.entity.schema }) {
                throw StorageError.unknownModel(object.entity.name)
            }
        }
        if !violations.isEmpty { throw StorageError.validation(violations) }
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
