"""Compares `modelgen json-schema` with what `modelgen validate` says of random documents.

Documents are made from examples by changes of shape: other keys, other JSON types, other words, keys left out, other names.
Whatever the schema refuses the tool must refuse for its shape, and the other way round.

usage: json-schema-agreement.py MODELGEN COUNT SEED DOCUMENT…
"""

import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import jsonschema
import regress

# Of the tool's messages, those about shape: JSON types, keys, words, empty lists, versions, identifiers, and parts of the
# language that are not built.
SHAPE = {"MG0201", "MG0202", "MG0203", "MG0204", "MG0205", "MG0206", "MG0207", "MG0301"}

WORDS = ["", "a", "_", "a b", "é🚀", "1a", "$a", "String", "cascade", "public", "1.0.0", "01.0.0", "1.0", "a\n", "Int?",
         "rawValue", "a" * 300, "\u200d", "`a`", "class"]


def value(rng):
    return rng.choice([
        None, True, False, 0, 1, -1, 1.0, 1.5, 2**31, 2**31 - 1, 2**70, 1e300, [], {}, [[]], ["a"], [["a"]], [1], [None],
        {"name": "a"}, {"name": "a", "type": "Int"}, {"on": ["a"]}, {"expression": "1"}, {"enum": "E", "cases": ["a"]},
        {"struct": "T", "fields": [{"name": "a", "type": "Int"}]}, {"name": "a", "rawValue": 1},
    ] + [rng.choice(WORDS)] * 12)


def nodes(node, found):
    found.append(node)
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else []:
        nodes(child, found)
    return found


def mutate(document, keys, rng):
    document = copy.deepcopy(document)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        containers = [node for node in nodes(document, []) if isinstance(node, (dict, list)) and node]
        if not containers:
            return document
        node = rng.choice(containers)
        if isinstance(node, list):
            index = rng.randrange(len(node))
            if rng.random() < 0.3:
                node.pop(index)
            else:
                node[index] = value(rng)
            continue
        key = rng.choice(list(node))
        kind = rng.random()
        if kind < 0.15:
            del node[key]
        elif kind < 0.35:
            node[rng.choice(keys)] = value(rng)
        elif kind < 0.45:
            node[rng.choice(keys)] = node.pop(key)
        else:
            node[key] = value(rng)
    return document


def main():
    modelgen, count, seed, *paths = sys.argv[1:]
    rng = random.Random(int(seed))
    schema = json.loads(subprocess.run([modelgen, "json-schema"], check=True, capture_output=True).stdout)
    examples = [json.loads(pathlib.Path(path).read_text()) for path in paths]
    keys = sorted({key for part in [schema, *schema["$defs"].values()] for key in part.get("properties", {})}) + ["x", ""]

    patterns = {}

    def pattern(validator, text, instance, _):
        if isinstance(instance, str):
            if text not in patterns:
                patterns[text] = regress.Regex(text, "u")
            if patterns[text].find(instance) is None:
                yield jsonschema.ValidationError(f"{instance!r} does not match")

    # The standard says that patterns are ECMAScript's; Python's own differ.
    Validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, {"pattern": pattern})
    validator = Validator(schema)
    with tempfile.TemporaryDirectory() as folder:
        documents = {}
        for index in range(int(count)):
            name = f"{index}.model.json"
            documents[name] = mutate(rng.choice(examples), keys, rng)
            pathlib.Path(folder, name).write_text(json.dumps(documents[name], ensure_ascii=rng.random() < 0.5))
        run = subprocess.run([modelgen, "validate", "--diagnostics", "json", "."], cwd=folder, capture_output=True)
        if run.returncode not in (0, 1):
            sys.exit(f"modelgen ended with {run.returncode}: {run.stderr.decode()[:2000]}")
        refused = {}
        for line in run.stderr.decode().splitlines():
            message = json.loads(line)
            if message["code"] in SHAPE:
                refused.setdefault(message["place"]["path"], message["message"])
    failures = accepted = 0
    for name, document in documents.items():
        errors = list(validator.iter_errors(document))
        accepted += not errors
        if bool(errors) == (name in refused):
            continue
        failures += 1
        if failures <= 10:
            print(f"{name}: {json.dumps(document, ensure_ascii=False)[:600]}\n  schema: "
                  f"{'; '.join(error.message[:200] for error in errors) or 'accepted'}\n  modelgen: {refused.get(name, 'accepted')}")
    print(f"{len(documents)} documents compared, seed {seed}: {accepted} accepted, {failures} judged differently")
    sys.exit(failures > 0)


main()
