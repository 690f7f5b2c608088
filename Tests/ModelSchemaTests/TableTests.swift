import ModelSchema
import Testing

@Suite("Tables, indexes and triggers")
struct TableTests {
    private static func many(
        _ name: String, _ destination: String, inverse: String?, rule: DeleteRule = .nullify, ordered: Bool = false,
        _ storage: RelationshipStorage
    ) -> RelationshipDescription {
        RelationshipDescription(
            name: name, destination: destination, isToMany: true, isOptional: false, inverse: inverse, deleteRule: rule,
            isOrdered: ordered, storage: storage)
    }

    private static func one(
        _ name: String, _ destination: String, optional: Bool = true, inverse: String?, rule: DeleteRule = .nullify,
        _ storage: RelationshipStorage
    ) -> RelationshipDescription {
        RelationshipDescription(
            name: name, destination: destination, isToMany: false, isOptional: optional, inverse: inverse,
            deleteRule: rule, storage: storage)
    }

    private func schema(_ models: ModelDescription...) -> SchemaDescription {
        SchemaDescription(name: "S", version: SchemaVersion(1, 0, 0), models: models)
    }

    @Test("A column for each value, in its type's storage class")
    func values() {
        let types: [StoredType] = [
            .bool, .int, .uint64, .double, .decimal, .string, .date, .data, .uuid, .url,
            .rawValue(name: "E", raw: .string), .codable(name: "C"), .array(.int, optionalElements: false),
        ]
        let model = ModelDescription(
            name: "M", table: "M",
            attributes: types.enumerated().map {
                AttributeDescription(name: "a\($0)", type: $1, isOptional: $0 == 1, column: "a\($0)")
            } + [AttributeDescription(name: "t", type: .int, column: nil)])
        #expect(
            schema(model).statements == [
                """
                CREATE TABLE "M" (
                  "$id" INTEGER PRIMARY KEY NOT NULL,
                  "$version" INTEGER NOT NULL DEFAULT 1,
                  "a0" INTEGER NOT NULL,
                  "a1" INTEGER,
                  "a2" INTEGER NOT NULL,
                  "a3" ANY NOT NULL,
                  "a4" BLOB NOT NULL,
                  "a5" TEXT NOT NULL,
                  "a6" ANY NOT NULL,
                  "a7" BLOB NOT NULL,
                  "a8" BLOB NOT NULL,
                  "a9" TEXT NOT NULL,
                  "a10" TEXT NOT NULL,
                  "a11" TEXT NOT NULL,
                  "a12" TEXT NOT NULL
                ) STRICT
                """
            ])
    }

    @Test("A composite is a column per leaf; an optional one has a presence column and nullable leaves")
    func composites() {
        let point = StoredType.composite(
            name: "Point",
            fields: [
                FieldDescription(name: "x", type: .double, isOptional: false),
                FieldDescription(name: "y", type: .double, isOptional: true),
            ])
        let line = StoredType.composite(
            name: "Line",
            fields: [
                FieldDescription(name: "from", type: point, isOptional: false),
                FieldDescription(name: "to", type: point, isOptional: true),
            ])
        let required = AttributeDescription(name: "l", type: line, column: "l").columns
        #expect(required.map(\.name) == ["l.from.x", "l.from.y", "l.to", "l.to.x", "l.to.y"])
        #expect(required.map(\.isNullable) == [false, true, true, true, true])
        #expect(required.map(\.type) == [.any, .any, .integer, .any, .any])
        let optional = AttributeDescription(name: "l", type: line, isOptional: true, column: "l").columns
        #expect(optional.map(\.name) == ["l", "l.from.x", "l.from.y", "l.to", "l.to.x", "l.to.y"])
        #expect(optional.map(\.isNullable) == Array(repeating: true, count: 6))
    }

    @Test(
        "The clause of a foreign key follows the rule of the other side",
        arguments: [
            (
                DeleteRule.cascade, true,
                Optional(#"REFERENCES "A" ("$id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED"#)
            ),
            (.nullify, true, #"REFERENCES "A" ("$id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED"#),
            (.nullify, false, #"REFERENCES "A" ("$id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED"#),
            (.deny, true, #"REFERENCES "A" ("$id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED"#),
            (.noAction, true, nil),
        ])
    func foreignKeys(rule: DeleteRule, isOptional: Bool, clause: String?) {
        let statements = schema(
            ModelDescription(
                name: "A", table: "A",
                relationships: [Self.many("bs", "B", inverse: "a", rule: rule, .inverseColumn("a"))]),
            ModelDescription(
                name: "B", table: "B",
                relationships: [Self.one("a", "A", optional: isOptional, inverse: "bs", .column("a"))])
        ).statements
        let column = [#""a" INTEGER"# + (isOptional ? "" : " NOT NULL"), clause].compactMap { $0 }.joined(
            separator: " ")
        #expect(statements[1].contains("\n  \(column)\n"))
        #expect(statements.last == #"CREATE INDEX "$link.B.a" ON "B" ("a")"#)
    }

    @Test("One to one: a unique index; the rule of the side that holds the column is a trigger")
    func oneToOne() {
        let statements = schema(
            ModelDescription(
                name: "A", table: "as", relationships: [Self.one("b", "B", inverse: "a", .inverseColumn("a"))]),
            ModelDescription(
                name: "B", table: "B", relationships: [Self.one("a", "A", inverse: "b", rule: .cascade, .column("a"))])
        ).statements
        #expect(
            statements.suffix(2) == [
                #"CREATE UNIQUE INDEX "$link.B.a" ON "B" ("a")"#,
                #"CREATE TRIGGER "$cascade.B.a" AFTER DELETE ON "B" WHEN OLD."a" IS NOT NULL BEGIN DELETE FROM "as" WHERE "$id" = OLD."a"; END"#,
            ])
    }

    @Test("Many to many: a join table without row ids, an index for the way back, a trigger for a cascade")
    func joinTable() {
        let statements = schema(
            ModelDescription(
                name: "A", table: "A",
                relationships: [
                    Self.many(
                        "bs", "B", inverse: "as", rule: .cascade, ordered: true, .joinTable("A.bs", isSource: true))
                ]),
            ModelDescription(
                name: "B", table: "B",
                relationships: [Self.many("as", "A", inverse: "bs", rule: .deny, .joinTable("A.bs", isSource: false))])
        ).statements
        #expect(
            statements.suffix(3) == [
                """
                CREATE TABLE "A.bs" (
                  "$source" INTEGER NOT NULL REFERENCES "A" ("$id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                  "$target" INTEGER NOT NULL REFERENCES "B" ("$id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED,
                  "$position" INTEGER,
                  PRIMARY KEY ("$source", "$target")
                ) STRICT, WITHOUT ROWID
                """,
                #"CREATE TRIGGER "$cascade.A.bs" BEFORE DELETE ON "A" BEGIN DELETE FROM "B" WHERE "$id" IN (SELECT "$target" FROM "A.bs" WHERE "$source" = OLD."$id"); END"#,
                #"CREATE INDEX "$link.A.bs" ON "A.bs" ("$target", "$source")"#,
            ])
    }

    @Test("A hierarchy is one table with the class beside the id; heirs' columns and unique members are nullable")
    func hierarchy() {
        let statements = schema(
            ModelDescription(
                name: "Base", table: "b",
                attributes: [
                    AttributeDescription(name: "n", type: .int, column: "n"),
                    AttributeDescription(name: "s", type: .string, column: "s"),
                ],
                unique: [["n"]]),
            ModelDescription(
                name: "Heir", parent: "Base", table: "b",
                attributes: [AttributeDescription(name: "x", type: .int, column: "Heir.x")],
                unique: [["s"], ["x", "s"]],
                indexes: [IndexDescription([.init("s"), .init("x", .descending)], condition: #""s" IS NOT NULL"#)])
        ).statements
        #expect(
            statements == [
                """
                CREATE TABLE "b" (
                  "$id" INTEGER PRIMARY KEY NOT NULL,
                  "$version" INTEGER NOT NULL DEFAULT 1,
                  "$class" TEXT NOT NULL,
                  "n" INTEGER,
                  "s" TEXT,
                  "Heir.x" INTEGER
                ) STRICT
                """,
                #"CREATE UNIQUE INDEX "$unique.Base.n" ON "b" ("n")"#,
                #"CREATE UNIQUE INDEX "$unique.Heir.s" ON "b" ("s") WHERE "$class" IN ('Heir')"#,
                #"CREATE UNIQUE INDEX "$unique.Heir.x.s" ON "b" ("Heir.x", "s")"#,
                #"CREATE INDEX "$index.Heir.s.x" ON "b" ("s", "Heir.x" DESC) WHERE "$class" IN ('Heir') AND "s" IS NOT NULL"#,
            ])
    }

    @Test("Names are quoted, whatever is in them")
    func quoting() {
        #expect(SQL.quote(#"a "b""#) == #""a ""b""""#)
        #expect(SQL.literal("it's") == "'it''s'")
        let model = ModelDescription(
            name: "M", table: #"t"; --"#, attributes: [AttributeDescription(name: "a", type: .int, column: #"c" x"#)],
            unique: [["a"]])
        #expect(schema(model).statements[0].hasPrefix(#"CREATE TABLE "t""; --" ("#))
        #expect(schema(model).statements[1] == #"CREATE UNIQUE INDEX "$unique.M.a" ON "t""; --" ("c"" x")"#)
    }

    @Test("Two indexes over the same properties have two names")
    func indexNames() {
        let model = ModelDescription(
            name: "M", table: "M", attributes: [AttributeDescription(name: "a", type: .int, column: "a")],
            indexes: [IndexDescription([.init("a")]), IndexDescription([.init("a", .descending)])])
        #expect(
            schema(model).statements.dropFirst() == [
                #"CREATE INDEX "$index.M.a" ON "M" ("a")"#, #"CREATE INDEX "$index.M.a.2" ON "M" ("a" DESC)"#,
            ])
    }
}
