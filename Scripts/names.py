"""Finds names that might clash with something in generated code, and makes declarations of them.

Words come from the runtime's sources, from what is generated, from Swift's keywords, from the types of the standard library
and Foundation, and from SQLite's keywords. Each is tried as the name of a model, an enum, a struct, a case, a field, an
attribute, and a relationship. `modelgen` must refuse it with a reason, or what is generated must compile.

usage: names.py MODELGEN FOLDER SAMPLE SEED      SAMPLE names of types beside those that matter most; 0 for all
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

KEYWORDS = """
associatedtype class deinit enum extension fileprivate func import init inout internal let open operator private
precedencegroup protocol public rethrows static struct subscript typealias var break case catch continue default defer do
else fallthrough for guard if in repeat return throw switch where while Any as await false is nil self Self super throws
true try _ associativity async convenience didSet dynamic final get indirect infix lazy left mutating none nonmutating
optional override package postfix precedence prefix Protocol required right set some Type unowned weak willSet any actor
borrowing consuming consume copy discard distributed each isolated nonisolated sending then unsafe macro yield _modify _read
modify read borrow module available unavailable main Sendable
""".split()

SQLITE = """
ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY CASCADE CASE CAST
CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE
DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS
EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX
INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL
NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY
RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS
SAVEPOINT SELECT SET STRICT TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE UPDATE USING
VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT rowid oid _rowid_ main temp sqlite_master sqlite_schema
""".split()

# Names of types that models have, or that generated code has most to do with.
NOTABLE = """
Task Data Date URL UUID Category Locale Error Result Predicate Schema Attribute Relationship ModelContext ModelContainer
PersistentModel Observation Observable Codable CodingKey CodingKeys DecodingError Encoder Decoder Equatable Hashable Sendable
Identifiable Float Decimal Character Substring Index Order Group Table Transaction Values Select Snapshot Entity Row Binder
Set String Type Protocol Self Any Swift Foundation ModelStorage Int64 UInt64 AnyKeyPath KeyPath StoredType Composite
""".split()


def mined(root):
    words = set()
    for folder in ["Sources/ModelStorage", "Sources/ModelSchema", "Templates", "Tests/ModelGenerationTests/Snapshots"]:
        for path in pathlib.Path(root, folder).rglob("*"):
            if path.suffix in (".swift", ".mustache"):
                words.update(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", path.read_text()))
    return {word for word in words if len(word) <= 60}


def library_types():
    """Public types of the modules that every generated file sees."""
    names = set()
    for module in ["Swift", "Foundation", "FoundationEssentials", "Observation", "_Concurrency", "_StringProcessing"]:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                ["swift", "symbolgraph-extract", "-module-name", module, "-target", "x86_64-unknown-linux-gnu",
                 "-output-dir", folder, "-minimum-access-level", "public"], capture_output=True)
            for path in pathlib.Path(folder).glob("*.json"):
                for symbol in json.loads(path.read_text())["symbols"]:
                    if symbol["kind"]["identifier"] in ("swift.struct", "swift.class", "swift.enum", "swift.protocol",
                                                        "swift.typealias", "swift.actor"):
                        names.add(symbol["pathComponents"][0])
    return {name for name in names if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)}


def groups(words, size):
    """Lists in which no two words differ only in case."""
    lists = []
    for word in words:
        for entry in lists:
            if len(entry) < size and word.lower() not in {other.lower() for other in entry}:
                entry.append(word)
                break
        else:
            lists.append([word])
    return lists


def documents(words, types):
    properties = []
    for number, group in enumerate(groups(words, 400)):
        properties.append({
            "name": f"Values{number}",
            "attributes": [{"name": word, "type": ["Int", "String?", "Date", "[String]"][index % 4]}
                           for index, word in enumerate(group)],
            "index": [[group[0]]], "unique": [[group[-1]]],
        })
    links = []
    for number, group in enumerate(groups(words, 60)[:6]):
        links.append({"name": f"Links{number}", "relationships": [
            {"name": word, "type": ["Values0?", "[Values0]"][index % 2], "inverse": None}
            for index, word in enumerate(group)]})
    yield "Properties", {"schema": "Properties", "access": "public", "models": properties + links}

    enums = [{"enum": f"Cases{number}", "rawType": ["String", "Int"][number % 2], "cases": group}
             for number, group in enumerate(groups(words, 200))]
    structs = [{"struct": f"Fields{number}", "fields": [{"name": word, "type": ["Int", "String?", "Date"][index % 3]}
                                                        for index, word in enumerate(group)]}
               for number, group in enumerate(groups(words, 100))]
    holders = [{"name": f"Holder{number}", "attributes": [
        {"name": "first", "type": f"{entry.get('enum') or entry.get('struct')}?"}]}
        for number, entry in enumerate(enums + structs)]
    yield "Members", {"schema": "Members", "types": enums + structs, "models": holders}

    # Every third is a model, an enum or a struct; all of them hide the library's types from one another.
    for number, group in enumerate(groups(types, 10**6)):
        for turn in range(3):
            models, kinds = [], []
            for index, word in enumerate(group):
                kind = (index + turn) % 3
                if kind == 0:
                    models.append({"name": word, "attributes": [
                        {"name": "text", "type": "String"}, {"name": "moment", "type": "Date?"},
                        {"name": "list", "type": "[Double]"}, {"name": "bytes", "type": "Data"}]})
                elif kind == 1:
                    kinds.append({"enum": word, "cases": ["one", "two"]})
                else:
                    kinds.append({"struct": word, "fields": [{"name": "amount", "type": "Decimal"}]})
            yield f"Types{number}{turn}", {"schema": f"TypesOf{number}{turn}", "types": kinds, "models": models}


def refused(modelgen, document, folder):
    """Words that the tool refuses, with its reasons."""
    path = pathlib.Path(folder, "tried.model.json")
    path.write_text(json.dumps(document, indent=0))
    run = subprocess.run([modelgen, "validate", "--diagnostics", "json", str(path)], capture_output=True)
    lines = path.read_text().splitlines()
    reasons = {}
    for line in run.stderr.decode().splitlines():
        message = json.loads(line)
        if message["severity"] == "error":
            source = lines[message["place"]["line"] - 1]
            word = re.findall(r'"([^"]*)"', source)
            reasons.setdefault(word[-1] if word else source, message["message"])
    return reasons


def without(node, words):
    if isinstance(node, list):
        kept = [without(entry, words) for entry in node]
        return [entry for entry in kept if not (
            isinstance(entry, str) and entry in words
            or isinstance(entry, dict) and {entry.get("name"), entry.get("enum"), entry.get("struct")} & words)]
    if isinstance(node, dict):
        return {key: [] if key in ("index", "unique") else without(value, words) for key, value in node.items()}
    return node


def main():
    modelgen, folder, sample, seed = sys.argv[1:]
    root = pathlib.Path(__file__).parent.parent
    words = sorted(mined(root) | {"hashValue"} | set(KEYWORDS) | set(SQLITE) | {word.lower() for word in SQLITE})
    types = sorted(library_types() | set(KEYWORDS) | {word for word in mined(root) if word[0].isupper()}
                   | {word.capitalize() for word in SQLITE})
    print(f"{len(words)} words, {len(types)} names of types, seed {seed}")
    if int(sample):
        types = sorted(set(NOTABLE) | set(random.Random(int(seed)).sample(types, int(sample))))
    for name, document in documents(words, types):
        reasons = refused(modelgen, document, folder)
        kept = without(document, set(reasons))
        again = refused(modelgen, kept, folder)
        if again:
            sys.exit(f"{name}: {list(again.items())[:10]}")
        target = pathlib.Path(folder, name)
        target.mkdir()
        pathlib.Path(target, f"{name}.model.json").write_text(json.dumps(kept, indent=1))
        print(f"{name}: {len(reasons)} refused: {' '.join(sorted(reasons))[:600]}")


main()
