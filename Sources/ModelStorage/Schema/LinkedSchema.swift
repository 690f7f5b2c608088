package import ModelSchema
internal import Synchronization

/// One version of a declared schema at run time. Only for generated code.
public final class _$Schema: @unchecked Sendable {
    package let name: String
    package let version: SchemaVersion
    /// The fingerprint that the generator computed.
    package let fingerprint: String
    package let types: [any PersistentModel.Type]
    /// Parents before children.
    package let entities: [_$Entity]
    /// The version was shipped: stores that claim it have exactly this shape.
    package let isLocked: Bool
    /// How stores of older versions get here, where the declarations know older ones.
    let plan: (any SchemaMigrationPlan.Type)?
    private let lock = Mutex(false)
    private var linkedDescription: SchemaDescription!

    public init(
        name: String, version: Schema.Version, fingerprint: String, models: [any PersistentModel.Type],
        isLocked: Bool = false, plan: (any SchemaMigrationPlan.Type)? = nil
    ) {
        self.name = name
        self.version = SchemaVersion(version.major, version.minor, version.patch)
        self.fingerprint = fingerprint
        types = models
        self.isLocked = isLocked
        self.plan = plan
        entities = models.map { $0._$entity }
    }

    /// The schema as plain values.
    package var description: SchemaDescription {
        link()
        return linkedDescription
    }

    package func entity(named name: String) -> _$Entity? { entities.first { $0.name == name } }

    /// Lets every relationship know its other end, every class its heirs and columns.
    package func link() {
        lock.withLock { isLinked in
            if isLinked { return }
            build()
            isLinked = true
            for entity in entities { entity.markLinked() }
        }
    }

    private func build() {
        let byName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for entity in entities {
            entity.parent = entity.parentType.flatMap { parent in entities.first { $0.type == parent } }
            var root = entity
            while let parent = root.parent { root = parent }
            entity.root = root
            root.hierarchy.append(entity)
            var ancestor: _$Entity? = entity
            while let current = ancestor {
                current.family.append(entity)
                ancestor = current.parent
            }
            for property in entity.ownProperties { property.entity = entity }
            entity.description = ModelDescription(
                name: entity.name, originalName: entity.originalName, parent: entity.parent?.name,
                isAbstract: entity.isAbstract, table: root.table,
                attributes: entity.ownProperties.compactMap(\.attribute),
                relationships: entity.ownProperties.compactMap(\.relationship), unique: entity.unique,
                indexes: entity.indexes,
                preserved: entity.preserved)
        }
        let description = SchemaDescription(name: name, version: version, models: entities.map { $0.description })
        linkedDescription = description

        for entity in entities {
            for property in entity.ownProperties {
                guard let relationship = property.relationship else { continue }
                property.destination = byName[relationship.destination]
                property.inverse = relationship.inverse.flatMap { property.destination?.propertyByName[$0] }
            }
        }
        for root in entities where root.parent == nil { layOut(root, description) }
        for entity in entities { entity.prepareStatements() }
        for entity in entities {
            entity.relationships = entity.properties.filter { $0.relationship != nil }
            entity.links = entity.properties.filter(\.isLink)
            entity.lists = entity.properties.filter(\.isList)
            entity.singleLinks = entity.links.filter { $0.inverse.map { !$0.isToMany } ?? false }
            entity.countedLinks = entity.links.filter { ($0.inverse?.relationship?.minimumCount ?? 0) > 0 }
            entity.requiredLinks = entity.links.filter { $0.relationship?.isOptional == false }
            entity.validated = entity.properties.filter { $0.attribute?.validation != nil }
            for property in entity.properties where property.column >= 0 { entity.storedBits |= property.bit }
            for property in entity.ownProperties where property.isLink {
                for target in property.destination?.family ?? [] { target.incomingLinks.append(property) }
            }
            var owner: _$Entity? = entity
            while let current = owner {
                for names in current.unique {
                    let members = names.compactMap { entity.propertyByName[$0] }
                    entity.constraints.append(
                        UniqueConstraint(
                            properties: members, columns: members.compactMap { $0.columnNames.first }, owner: current,
                            bits: members.reduce(0) { $0 | $1.bit }))
                }
                owner = current.parent
            }
            for property in entity.ownProperties
            where property.isJoin && (property.inverse == nil || property.isOwnInverse) {
                for target in property.destination?.family ?? [] { target.incomingJoins.append(property) }
            }
            for property in entity.ownProperties where property.isList { property.listSQL = Self.listSQL(property) }
            // One to one: the foreign key is unique too.
            entity.constraintLinks = entity.constraints.flatMap(\.properties).filter(\.isLink)
            entity.uniqueBits = entity.constraints.reduce(0) { $0 | $1.bits }
            entity.uniqueProperties = entity.constraints.flatMap(\.properties)
            for property in entity.links where property.inverse.map({ !$0.isToMany }) ?? false {
                entity.uniqueBits |= property.bit
                entity.uniqueProperties.append(property)
            }
        }
        followCascades()
    }

    /// Finds out where cascades lead.
    private func followCascades() {
        for entity in entities {
            var seen: Set<ObjectIdentifier> = []
            entity.familyCascades = entity.family.flatMap(\.properties).filter {
                $0.relationship?.deleteRule == .cascade && seen.insert(ObjectIdentifier($0)).inserted
            }
        }
        for entity in entities {
            var reached = [entity]
            var next = 0
            while next < reached.count {
                for property in reached[next].familyCascades {
                    guard let destination = property.destination, !reached.contains(where: { $0 === destination })
                    else { continue }
                    reached.append(destination)
                }
                next += 1
            }
            for other in reached where !entity.cascadeSlots.contains(other.slot) {
                entity.cascadeSlots.append(other.slot)
            }
        }
    }

    private static func listSQL(_ property: Property) -> String {
        guard let destination = property.destination, let relationship = property.relationship else { return "" }
        let columns = destination.selectList(alias: "t")
        let table = SQL.quote(destination.root.table)
        switch relationship.storage {
        case .column: return ""
        case .inverseColumn(let column):
            // The index on the foreign key gives the rows in the order of their ids.
            let order = relationship.isOrdered ? "t.\(SQL.quote(SQL.positionColumn(of: column))), " : ""
            return "SELECT \(columns) FROM \(table) AS t WHERE t.\(SQL.quote(column)) = ? ORDER BY \(order)t.\"$id\""
        case .joinTable(let join, let isSource):
            let (mine, theirs) = isSource ? ("$source", "$target") : ("$target", "$source")
            let order = relationship.isOrdered ? "j.\(SQL.quote(SQL.joinPositionColumn(isSource: isSource))), " : ""
            return """
                SELECT \(columns) FROM \(SQL.quote(join)) AS j CROSS JOIN \(table) AS t \
                ON t."$id" = j.\(SQL.quote(theirs)) WHERE j.\(SQL.quote(mine)) = ? ORDER BY \(order)t."$id"
                """
        }
    }

    /// Gives each property its place in the rows of its hierarchy.
    private func layOut(_ root: _$Entity, _ description: SchemaDescription) {
        var layout = ["$id", "$version"]
        if root.hierarchy.count > 1 { layout.append("$class") }
        var owners: [_$Entity?] = layout.map { _ in nil }
        var isDeferred = layout.map { _ in false }
        for entity in root.hierarchy {
            for property in entity.ownProperties {
                switch property.kind {
                case .attribute(let attribute): property.columnNames = attribute.columns.map(\.name)
                case .toOne(let relationship):
                    if case .column(let name) = relationship.storage { property.columnNames = [name] }
                default: break
                }
                if !property.columnNames.isEmpty { property.column = Int32(layout.count) }
                layout += property.columnNames
                owners += property.columnNames.map { _ in entity }
                isDeferred += property.columnNames.map { _ in property.attribute?.type == .data }
            }
        }
        for entity in root.hierarchy {
            entity.layout = layout
            entity.isDeferred = isDeferred
            entity.isInLayout = owners.map { owner in
                guard let owner else { return true }
                return entity.isKind(of: owner) || owner.isKind(of: entity)
            }
        }
    }
}

extension _$Schema {
    /// The fingerprint of the models as they describe themselves; the generator's is the same, or one of the two is stale.
    public var computedFingerprint: String { description.fingerprint }
    public var generatedFingerprint: String { fingerprint }
}
