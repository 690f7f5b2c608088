"""Draws a schema, and the Swift code that fills it with random objects and lists what predicates may ask of them.

usage: random-schema.py SEED MODELS_FOLDER PROGRAM_FOLDER

Writes Proof.model.json and World.swift. Equal seeds draw equal schemas.
"""
import json
import random
import sys

# Type, a default as JSON, Swift for a random value, the leaves that ask about it.
INTEGERS = {"Int8": 8, "Int16": 16, "Int32": 32, "Int64": 64, "UInt8": 8, "UInt16": 16, "UInt32": 32, "UInt64": 64, "UInt": 64}
PLAIN = {
    "Double": ("0", "doubles", "OrderedLeaf"), "Decimal": ('"0"', "decimals", "OrderedLeaf"),
    "String": ('""', "strings", "OrderedLeaf"), "Date": ('"2001-01-01T00:00:00Z"', "dates", "OrderedLeaf"),
    "Data": ('""', "blobs", "EqualLeaf"), "UUID": ('"00000000-0000-0000-0000-000000000000"', "uuids", "EqualLeaf"),
    "Point": ('{ "x": 0, "y": 0 }', "points", "EqualLeaf"),
}
OPTIONAL = ["Int", "UInt64", "Double", "Decimal", "String", "Date"]
ARRAYS = {"String": "strings", "Date": "dates", "Decimal": "decimals"}


class Attribute:
    def __init__(self, name, kind):
        self.name, self.kind = name, kind

    def declaration(self):
        kind, name = self.kind, self.name
        if kind == "Bool":
            return [{"name": name, "type": "Bool", "default": False}, {"name": name + "o", "type": "Bool?"}]
        if kind == "Int":
            return [{"name": name, "type": "Int", "default": 0}]
        if kind in INTEGERS:
            return [{"name": name, "type": kind, "default": 0}]
        if kind == "Float":
            return [{"name": name, "type": "Float", "default": 0}]
        if kind in ("Mood", "Level"):
            return [{"name": name, "type": kind, "default": "calm" if kind == "Mood" else "low"}]
        if kind in PLAIN:
            return [{"name": name, "type": kind, "default": json.loads(PLAIN[kind][0])}]
        if kind.endswith("?"):
            return [{"name": name, "type": kind}]
        return [{"name": name, "type": kind, "default": {} if ":" in kind else []}]

    def value(self):
        kind = self.kind
        if kind == "Int":
            return "random.next(below: 30) - 8"
        if kind in INTEGERS:
            return f"{kind}(truncatingIfNeeded: random.any(RandomData.ints))"
        if kind == "Float":
            return "Float(random.any(RandomData.doubles))"
        if kind == "Mood":
            return "random.any([Mood.calm, .wild, .unknown])"
        if kind == "Level":
            return "random.any([Level.low, .high])"
        if kind in PLAIN:
            return f"random.any(RandomData.{PLAIN[kind][1]})"
        if kind.endswith("?"):
            inner = Attribute("", kind[:-1])
            return f"random.isTrue(1, of: 3) ? nil : {inner.value()}"
        if ":" in kind:
            return ("Dictionary((0..<random.next(below: 5)).map { _ in (random.any(RandomData.strings), random.next(below: 9)) })"
                    " { first, _ in first }")
        return f"(0..<random.next(below: 5)).map {{ _ in random.any(RandomData.{ARRAYS[kind[1:-1]]}) }}"

    def assignments(self):
        if self.kind == "Bool":
            return [f"object.{self.name} = random.isTrue(1, of: 2)",
                    f"object.{self.name}o = random.isTrue(1, of: 3) ? nil : random.isTrue(1, of: 2)"]
        return [f"object.{self.name} = {self.value()}"]

    def leaves(self, model):
        kind, path = self.kind, f"\\{model}.{self.name}"
        if kind == "Bool":
            return [f"FlagLeaf(keyPath: {path}, optional: {path}o)"]
        if kind == "Int":
            return [f"OrderedLeaf(keyPath: {path}, values: Array(-8..<22))", f"NumberLeaf(keyPath: {path})"]
        if kind in INTEGERS:
            return [f"OrderedLeaf(keyPath: {path}, values: RandomData.ints.map {{ {kind}(truncatingIfNeeded: $0) }})"]
        if kind == "Float":
            return [f"OrderedLeaf(keyPath: {path}, values: RandomData.doubles.map {{ Float($0) }})"]
        if kind == "Mood":
            return [f"EqualLeaf(keyPath: {path}, values: [Mood.calm, .wild, .unknown])"]
        if kind == "Level":
            return [f"EqualLeaf(keyPath: {path}, values: [Level.low, .high])"]
        if kind in PLAIN:
            leaves = [f"{PLAIN[kind][2]}(keyPath: {path}, values: RandomData.{PLAIN[kind][1]})"]
            return leaves + ([f"TextLeaf(keyPath: {path})"] if kind == "String" else [])
        if kind.endswith("?"):
            inner = kind[:-1]
            values = {"Int": "Array(-8..<22)", "UInt64": "RandomData.ints.map { UInt64(truncatingIfNeeded: $0) }"}.get(
                inner) or f"RandomData.{PLAIN[inner][1]}"
            return [f"OptionalLeaf(keyPath: {path}, values: {values})"]
        if ":" in kind:
            return [f"DictionaryLeaf(keyPath: {path})"]
        return [f"ArrayLeaf(keyPath: {path}, values: RandomData.{ARRAYS[kind[1:-1]]})"]


class Model:
    def __init__(self, name, parent):
        self.name, self.parent = name, parent
        self.attributes, self.relationships, self.indexes = [], [], []

    def lineage(self):
        return [self] + (self.parent.lineage() if self.parent else [])

    def all_attributes(self):
        return [attribute for model in self.lineage() for attribute in model.attributes]

    def all_relationships(self):
        return [link for model in self.lineage() for link in model.relationships]


class Schema:
    def __init__(self, seed):
        draw = self.draw = random.Random(seed)
        self.models = []
        for number in range(draw.randint(3, 6)):
            parent = draw.choice(self.models) if self.models and draw.random() < 0.4 else None
            self.models.append(Model(f"M{number}", parent))
        kinds = (list(INTEGERS) + list(PLAIN) + ["Int", "Int", "Float", "Bool", "Mood", "Level", "[String: Int]"]
                 + [kind + "?" for kind in OPTIONAL] + [f"[{kind}]" for kind in ARRAYS])
        count = 0
        for model in self.models:
            for _ in range(draw.randint(2, 7)):
                count += 1
                model.attributes.append(Attribute(f"a{count}", draw.choice(kinds)))
            searched = [a.name for a in model.attributes if a.kind in INTEGERS or a.kind in ("Int", "String", "Date", "Double")]
            if searched and draw.random() < 0.6:
                model.indexes.append([draw.choice(searched)])
        for number in range(draw.randint(3, 8)):
            one, other = draw.choice(self.models), draw.choice(self.models)
            there = None if draw.random() < 0.25 else f"s{number}"
            here_many, there_many = draw.random() < 0.5, draw.random() < 0.5
            rule = draw.choice(["nullify", "nullify", "cascade"])
            one.relationships.append((f"r{number}", other, here_many, there, rule, draw.random() < 0.2))
            if there:
                other.relationships.append((there, one, there_many, f"r{number}", "nullify", False))

    def declaration(self):
        models = []
        for model in self.models:
            body = {"name": model.name}
            if model.parent:
                body["inherits"] = model.parent.name
            body["attributes"] = [entry for attribute in model.attributes for entry in attribute.declaration()]
            body["relationships"] = [
                {"name": name, "type": f"[{other.name}]" if many else f"{other.name}?", "inverse": inverse,
                 "deleteRule": rule, **({"ordered": True} if ordered and many else {})}
                for name, other, many, inverse, rule, ordered in model.relationships]
            body["index"] = model.indexes
            models.append(body)
        return {
            "schema": "Proof", "access": "public",
            "types": [
                {"enum": "Mood", "rawType": "String", "cases": ["calm", {"name": "wild", "rawValue": "w"}, "unknown"],
                 "unknown": "unknown"},
                {"enum": "Level", "rawType": "Int", "cases": [{"name": "low", "rawValue": 1}, {"name": "high", "rawValue": 10}]},
                {"struct": "Point", "fields": [
                    {"name": "x", "type": "Double"}, {"name": "y", "type": "Double"}, {"name": "label", "type": "String?"}]}],
            "models": models}

    def world(self):
        lines = ["import Foundation", "import ModelStorage", "import ProofModels", "",
                 "/// A random world of a random schema.", "enum World {",
                 f"    static let models: [any PersistentModel.Type] = [{', '.join(m.name + '.self' for m in self.models)}]", ""]
        for model in self.models:
            lines += [f"    static let leaves{model.name}: @Sendable () -> [any Leaf<{model.name}>] = {{", "        ["]
            for attribute in model.all_attributes():
                lines += [f"            {leaf}," for leaf in attribute.leaves(model.name)]
            for name, other, many, *_ in model.all_relationships():
                kind = "ListLeaf" if many else "TargetLeaf"
                lines.append(f"            {kind}(keyPath: \\{model.name}.{name}, leaves: leaves{other.name}),")
            lines += ["        ]", "    }"]
            lines += [f"    static func draw(_ object: {model.name}, _ random: inout PredicateSource) {{"]
            for attribute in model.all_attributes():
                lines += [f"        {assignment}" for assignment in attribute.assignments()]
            lines += ["    }"]
        lines += ["    static func link(_ context: ModelContext, _ random: inout PredicateSource, _ part: Int) throws {"]
        for model in self.models:
            lines.append(f"        let all{model.name} = try context.fetch(FetchDescriptor<{model.name}>())")
        for model in self.models:
            for name, other, many, *_ in model.relationships:
                lines.append(f"        for object in all{model.name} where random.isTrue(1, of: part) {{")
                if many:
                    lines.append(f"            object.{name} = all{other.name}.filter {{ _ in random.isTrue(1, of: 5) }}")
                else:
                    lines.append(f"            object.{name} = random.isTrue(1, of: 4) || all{other.name}.isEmpty ? nil : random.any(all{other.name})")
                lines.append("        }")
        lines += ["    }", "    static func fill(_ context: ModelContext, _ random: inout PredicateSource) throws {"]
        for model in self.models:
            lines += [f"        for _ in 0..<(random.next(below: 12) + 3) {{", f"            let object = {model.name}()",
                      "            context.insert(object)", "            draw(object, &random)", "        }"]
        lines += ["        try link(context, &random, 1)", "    }",
                  "    static func change(_ context: ModelContext, _ random: inout PredicateSource) throws {"]
        for model in self.models:
            lines += [f"        for object in try context.fetch(FetchDescriptor<{model.name}>()) where random.isTrue(1, of: 3) {{ draw(object, &random) }}",
                      f"        let new{model.name} = {model.name}()", f"        context.insert(new{model.name})",
                      f"        draw(new{model.name}, &random)",
                      f"        if let victim = try context.fetch(FetchDescriptor<{model.name}>()).randomElement(using: &random.random) {{ context.delete(victim) }}"]
        lines += ["        try link(context, &random, 4)", "    }",
                  "    static func check(_ context: ModelContext, _ random: inout PredicateSource, _ tally: Tally) throws {"]
        lines += [f"        try proof.check(leaves{model.name}(), context, &random, tally)" for model in self.models]
        return "\n".join(lines + ["    }", "}", ""])


def main():
    seed, models, program = sys.argv[1:]
    schema = Schema(int(seed))
    with open(f"{models}/Proof.model.json", "w", encoding="utf-8") as file:
        json.dump(schema.declaration(), file, indent=1)
    with open(f"{program}/World.swift", "w", encoding="utf-8") as file:
        file.write(schema.world())


main()
