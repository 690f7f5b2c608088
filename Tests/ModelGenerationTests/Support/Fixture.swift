import ModelDeclaration
import ModelSchema

/// Resolved declarations by hand, for tests of what comes after resolving.
enum Fixture {
    static let path = "Sources/App/Trips.model.json"
    static let place = Place(path: path, line: 7, column: 5)

    static func attribute(
        _ name: String, _ type: StoredType, isOptional: Bool = false, default value: DefaultValue? = nil,
        doc: String? = nil, isTransient: Bool = false, column: String? = nil
    ) -> ResolvedAttribute {
        ResolvedAttribute(
            description: AttributeDescription(
                name: name, type: type, isOptional: isOptional, column: isTransient ? nil : column ?? name),
            doc: doc, isTransient: isTransient, isEphemeral: false, defaultValue: value, place: place)
    }

    static func toOne(
        _ name: String, _ destination: String, isOptional: Bool = true, inverse: String? = nil,
        rule: DeleteRule = .nullify, storage: RelationshipStorage? = nil
    ) -> ResolvedRelationship {
        ResolvedRelationship(
            description: RelationshipDescription(
                name: name, destination: destination, isToMany: false, isOptional: isOptional, inverse: inverse,
                deleteRule: rule, storage: storage ?? .column(name)), doc: nil, isOptionalToMany: false, place: place)
    }

    static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil, rule: DeleteRule = .nullify,
        isOptional: Bool = false, storage: RelationshipStorage
    ) -> ResolvedRelationship {
        ResolvedRelationship(
            description: RelationshipDescription(
                name: name, destination: destination, isToMany: true, isOptional: false, inverse: inverse,
                deleteRule: rule, storage: storage), doc: nil, isOptionalToMany: isOptional, place: place)
    }

    static func model(
        _ name: String, doc: String? = nil, inherits parent: String? = nil, isAbstract: Bool = false,
        conformances: [String] = [], attributes: [ResolvedAttribute] = [], relationships: [ResolvedRelationship] = [],
        unique: [[String]] = [], indexes: [IndexDescription] = [], table: String? = nil, place: Place = place
    ) -> ResolvedModel {
        ResolvedModel(
            description: ModelDescription(
                name: name, parent: parent, isAbstract: isAbstract, table: table ?? parent ?? name,
                attributes: attributes.map(\.description), relationships: relationships.map(\.description),
                unique: unique, indexes: indexes), doc: doc, conformances: conformances, attributes: attributes,
            relationships: relationships, place: place)
    }

    static func schema(
        _ name: String = "Trips", version: SchemaVersion = SchemaVersion(1, 0, 0), isCurrent: Bool = true,
        access: AccessLevel = .public, imports: [String] = [], enums: [ResolvedEnum] = [],
        structs: [ResolvedStruct] = [], models: [ResolvedModel], documents: [String] = [path]
    ) -> ResolvedSchema {
        ResolvedSchema(
            description: SchemaDescription(name: name, version: version, models: models.map(\.description)),
            isCurrent: isCurrent, access: access, imports: imports, options: SchemaOptions(), enums: enums,
            structs: structs, models: models, documents: documents)
    }
}

extension Fixture {
    /// A bit of everything that the first version of the language has.
    static var trips: ResolvedSchema {
        let reason = ResolvedEnum(
            name: "Reason", doc: "Why one travels.", rawType: .string,
            cases: [
                .init(name: "vacation", doc: nil, rawValue: .string("vacation")),
                .init(name: "family", doc: "Relatives.", rawValue: .string("fam")),
            ], unknown: nil, place: place)
        let addressFields = [
            FieldDescription(name: "street", type: .string, isOptional: false),
            FieldDescription(name: "city", type: .string, isOptional: true),
        ]
        let address = ResolvedStruct(
            name: "Address", doc: nil,
            fields: addressFields.map { .init(description: $0, doc: nil, defaultValue: nil, place: place) },
            place: place)
        let trip = model(
            "Trip", doc: "A journey with a beginning and an end.",
            attributes: [
                attribute("name", .string, doc: "Shown in lists."),
                attribute("startDate", .date, default: .expression("Date.now", place)),
                attribute("reason", .rawValue(name: "Reason", raw: .string), isOptional: true),
                attribute("home", .composite(name: "Address", fields: addressFields), isOptional: true),
                attribute("budget", .decimal, default: .decimal("12.50")),
                attribute("views", .int, default: .integer(0), isTransient: true),
            ],
            relationships: [
                toOne("lodging", "Lodging", rule: .cascade),
                toOne("owner", "Person", isOptional: false, inverse: "trips"),
                toOne("passport", "Passport", inverse: "trip", storage: .inverseColumn("trip")),
                toMany("items", "Item", inverse: "trip", rule: .cascade, storage: .inverseColumn("trip")),
                toMany(
                    "tags", "Tag", inverse: "trips", isOptional: true, storage: .joinTable("Tag.trips", isSource: false)
                ),
            ], unique: [["name"], ["name", "startDate"]],
            indexes: [
                IndexDescription([.init("startDate")]),
                IndexDescription([.init("reason"), .init("startDate", .descending)]),
            ])
        let item = model(
            "Item", attributes: [attribute("title", .string, default: .string(""))],
            relationships: [toOne("trip", "Trip", inverse: "items")])
        let tag = model(
            "Tag", attributes: [attribute("label", .string)],
            relationships: [toMany("trips", "Trip", inverse: "tags", storage: .joinTable("Tag.trips", isSource: true))])
        let person = model(
            "Person", attributes: [attribute("name", .string)],
            relationships: [toMany("trips", "Trip", inverse: "owner", rule: .cascade, storage: .inverseColumn("owner"))]
        )
        let passport = model(
            "Passport", attributes: [attribute("number", .string)],
            relationships: [toOne("trip", "Trip", inverse: "passport")])
        let lodging = model("Lodging", attributes: [attribute("address", .string, default: .string(""))])
        return schema(enums: [reason], structs: [address], models: [trip, item, tag, person, passport, lodging])
    }

    /// A hierarchy with a class in the middle and an abstract root.
    static var animals: ResolvedSchema {
        schema(
            "Animals", access: .internal,
            models: [
                model(
                    "Animal", isAbstract: true,
                    attributes: [attribute("name", .string, default: .expression("\"a\" + \"b\"", place))],
                    relationships: [
                        toOne("owner", "Animal", inverse: "pets"),
                        toMany("pets", "Animal", inverse: "owner", storage: .inverseColumn("owner")),
                    ]),
                model(
                    "Dog", inherits: "Animal", conformances: ["Barking"],
                    attributes: [attribute("age", .int, default: .integer(1_234_567), column: "Dog.age")],
                    table: "Animal"),
                model("Puppy", inherits: "Dog", table: "Animal"),
                model(
                    "Cat", inherits: "Animal",
                    attributes: [attribute("lives", .uint8, isOptional: true, column: "Cat.lives")], table: "Animal"),
            ])
    }
}
