/// What other tools and languages call things, so that a message can name what is meant.
enum Translations {
    /// Keys, in lower case; of several the first that the object can have.
    private static let keys: [String: [String]] = [
        "ondelete": ["deleteRule"], "deletionrule": ["deleteRule"], "delete": ["deleteRule"],
        "description": ["doc"], "comment": ["doc"], "comments": ["doc"], "documentation": ["doc"],
        "extends": ["inherits"], "parent": ["inherits"], "superclass": ["inherits"], "isabstract": ["abstract"],
        "fields": ["attributes"], "properties": ["attributes", "fields"], "columns": ["attributes", "on"],
        "attributes": ["fields"], "members": ["fields"], "relations": ["relationships"], "links": ["relationships"],
        "entities": ["models"], "classes": ["models"], "entity": ["name"], "model": ["name"], "class": ["name"],
        "indexes": ["index"], "indices": ["index"], "uniques": ["unique"], "isunique": ["unique"],
        "constraints": ["unique"], "values": ["cases"], "raw": ["rawValue"], "value": ["rawValue"],
        "defaultvalue": ["default"], "isordered": ["ordered"], "min": ["minCount"], "max": ["maxCount"],
        "minimum": ["min", "minCount"], "maximum": ["max", "maxCount"], "regex": ["pattern"],
        "regularexpression": ["pattern"], "renamingidentifier": ["originalName"], "oldname": ["originalName"],
        "tablename": ["table"], "columnname": ["column"], "primarykey": ["unique"], "istransient": ["transient"],
        "module": ["imports"], "protocols": ["conformances"], "target": ["type"], "destination": ["type"],
    ]

    /// Words of which a key takes one.
    private static let words: [String: String] = [
        "delete": "cascade", "remove": "cascade", "setnull": "nullify", "clear": "nullify", "restrict": "deny",
        "none": "noAction", "nothing": "noAction", "private": "internal", "fileprivate": "internal", "open": "public",
        "asc": "ascending", "up": "ascending", "desc": "descending", "down": "descending", "json": "codable",
        "text": "String", "integer": "Int",
    ]

    static func key(_ key: String, in table: KeyTable) -> String? {
        keys[key.lowercased()]?.first { table[$0] != nil }
    }

    static func word(_ word: String, among choices: [String]) -> String? {
        let letters = word.lowercased().filter { $0 != " " && $0 != "_" && $0 != "." }
        return words[letters].flatMap { choices.contains($0) ? $0 : nil }
    }
}
