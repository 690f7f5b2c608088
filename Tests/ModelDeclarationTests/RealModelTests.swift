import ModelDeclaration
import ModelSchema
import Testing

/// Models of public apps, written in a short notation (`name Type=default flags`), since what matters is their shape.
@Suite("Models of real apps")
struct RealModelTests {
    /// `title String="x" unique` → an attribute; `items [Item] cascade inverse=trip` → a relationship.
    private static func model(_ name: String, _ attributes: String, _ relationships: String = "") -> String {
        let attributes = attributes.split(separator: ";").map { text -> String in
            let words = text.split(separator: " ", maxSplits: 1)
            let unique = words[1].hasSuffix(" unique")
            let parts = (unique ? words[1].dropLast(7) : words[1]).split(separator: "=", maxSplits: 1)
            return #"{"name": "\#(words[0])", "type": "\#(parts[0])""#
                + (parts.count > 1 ? #", "default": \#(parts[1])"# : "") + (unique ? #", "unique": true}"# : "}")
        }
        let relationships = relationships.split(separator: ";").map { text -> String in
            let words = text.split(separator: " ")
            var more = ""
            for word in words.dropFirst(2) {
                more +=
                    word.hasPrefix("inverse=")
                    ? #", "inverse": "\#(word.dropFirst(8))""# : #", "deleteRule": "\#(word)""#
            }
            return #"{"name": "\#(words[0])", "type": "\#(words[1])"\#(more)}"#
        }
        return
            #"{"name": "\#(name)", "attributes": [\#(attributes.joined(separator: ","))], "relationships": [\#(relationships.joined(separator: ","))]}"#
    }

    private func resolved(_ models: [String], types: String = "[]") throws -> ResolvedSchema {
        let result = resolve(document(models: models.joined(separator: ","), types: types), features: .built)
        #expect(result.briefs == [])
        return try #require(result.schemas.first)
    }

    @Test("R01: Maccy")
    func maccy() throws {
        let schema = try resolved([
            Self.model(
                "HistoryItem",
                "application String?;firstCopiedAt Date;lastCopiedAt Date;numberOfCopies Int64?=0;pin String?;title String?",
                "contents [HistoryItemContent] cascade inverse=item"),
            Self.model("HistoryItemContent", "type String?;value Data?", "item HistoryItem?"),
        ])
        #expect(
            schema.description.statements == [
                """
                CREATE TABLE "HistoryItem" (
                  "$id" INTEGER PRIMARY KEY NOT NULL,
                  "$version" INTEGER NOT NULL DEFAULT 1,
                  "application" TEXT,
                  "firstCopiedAt" ANY NOT NULL,
                  "lastCopiedAt" ANY NOT NULL,
                  "numberOfCopies" INTEGER,
                  "pin" TEXT,
                  "title" TEXT
                ) STRICT
                """,
                """
                CREATE TABLE "HistoryItemContent" (
                  "$id" INTEGER PRIMARY KEY NOT NULL,
                  "$version" INTEGER NOT NULL DEFAULT 1,
                  "type" TEXT,
                  "value" BLOB,
                  "item" INTEGER REFERENCES "HistoryItem" ("$id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
                ) STRICT
                """,
                #"CREATE INDEX "$link.HistoryItemContent.item" ON "HistoryItemContent" ("item")"#,
            ])
    }

    @Test("The Blue Alliance: media that may be stored externally, with rules that deny")
    func blueAlliance() throws {
        let result = resolve(
            document(
                models: #"""
                    {"name": "Team", "attributes": [{"name": "keyRaw", "type": "String"}, {"name": "teamNumberRaw", "type": "Int64"}],
                     "relationships": [{"name": "mediaRaw", "type": "[TeamMedia]", "deleteRule": "deny", "inverse": "teamRaw"}], "index": [["keyRaw"]]},
                    {"name": "TeamMedia", "attributes": [
                        {"name": "foreignKeyRaw", "type": "String"}, {"name": "mediaDataRaw", "type": "Data?", "externalStorage": true},
                        {"name": "preferredRaw", "type": "Bool", "default": false}, {"name": "yearRaw", "type": "Int16"}],
                     "relationships": [{"name": "teamRaw", "type": "Team"}]}
                    """#), features: .built)
        #expect(result.codes == ["MG0911"])
        let schema = try #require(result.schemas.first)
        #expect(try schema.description.attribute("TeamMedia", "mediaDataRaw").isExternal)
        #expect(schema.description.statements[1].contains(#""mediaDataRaw" BLOB,"#))
    }

    @Test("KMReader: wide rows, one composite, no relationships")
    func kmReader() throws {
        let schema = try resolved(
            [
                Self.model(
                    "KomgaInstance",
                    #"id UUID unique;name String;serverURL String;username String;authToken String;isAdmin Bool;authMethod AuthenticationMethod?="basicAuth";createdAt Date;lastUsedAt Date;seriesLastSyncedAt Date="1970-01-01T00:00:00Z""#
                ),
                Self.model(
                    "KomgaBook",
                    #"id String unique;bookId String;url String;number Double;created Date;sizeBytes Int64;size String;mediaRaw Data?;metadata BookMetadata?;progressCompleted Bool?;metaAuthorsIndex String="|";isUnavailable Bool=false;oneshot Bool;downloadStatusRaw String="notDownloaded";downloadedSize Int64=0;pagesRaw Data?"#
                ),
                Self.model("KomgaCollection", "id String unique;ordered Bool;filtered Bool;isPinned Bool=false"),
            ],
            types:
                #"[{"enum": "AuthenticationMethod", "cases": ["basicAuth", "apiKey"]}, {"struct": "BookMetadata", "fields": [{"name": "title", "type": "String"}, {"name": "releaseDate", "type": "Date?"}]}]"#
        )
        let book = try #require(schema.description.model(named: "KomgaBook"))
        #expect(book.unique == [["id"]])
        #expect(
            book.ownColumns(in: schema.description).map(\.name) == [
                "id", "bookId", "url", "number", "created", "sizeBytes", "size", "mediaRaw", "metadata",
                "metadata.title",
                "metadata.releaseDate", "progressCompleted", "metaAuthorsIndex", "isUnavailable", "oneshot",
                "downloadStatusRaw", "downloadedSize", "pagesRaw",
            ])
        #expect(schema.models[0].attributes.last?.defaultValue == .date(-978_307_200))
    }

    @Test("Dash: awkward names, and several to-manys with one silent back reference need a word")
    func dash() throws {
        let address = Self.model(
            "HDAddress", "id UUID unique;address String unique;index UInt32;balance UInt64;lastSeenTime Date?",
            "account HDAccount?;transactions [HDTransaction]")
        let account = Self.model(
            "HDAccount", "id UUID unique;accountNumber UInt32;extendedPublicKey String?",
            "externalAddresses [HDAddress] cascade;internalAddresses [HDAddress] cascade")
        let transaction = Self.model(
            "HDTransaction", "id UUID unique;txHash String unique;fee UInt64;type String", "addresses [HDAddress]")
        let document = Self.model(
            "PersistentDocument", "documentId String unique;data Data;isDeleted Bool=false;transient Bool;unique Bool",
            "documentType_relation PersistentDocument?")
        let ambiguous = resolve(dashDocument(address, account, transaction, document))
        #expect(ambiguous.codes == ["MG0705"])
        #expect(
            ambiguous.diagnostics.first?.notes.map(\.message) == [
                "'externalAddresses' is one", "'internalAddresses' is one",
            ])
        let said = account.replacing(
            #""name": "externalAddresses", "#, with: #""name": "externalAddresses", "inverse": "account", "#)
        let schema = try resolved([address, said, transaction, document])
        #expect(
            try schema.description.relationship("HDAccount", "internalAddresses").storage
                == .joinTable("HDAccount.internalAddresses", isSource: true))
        #expect(
            try schema.description.relationship("HDTransaction", "addresses").storage
                == .joinTable("HDAddress.transactions", isSource: false))
        #expect(try #require(schema.description.model(named: "HDTransaction")).unique == [["id"], ["txHash"]])
    }

    private func dashDocument(_ models: String...) -> String { document(models: models.joined(separator: ",")) }
}
