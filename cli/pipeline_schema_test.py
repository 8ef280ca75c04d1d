"""Checks descriptions of pipelines against their schema; see json_schema_test.sh.

    pipeline_schema_test.py SCHEMA DOCUMENT MODULE...

The descriptions are those of a document and of comments of modules.
"""

import json
import re
import sys

import jsonschema

COMMENT = re.compile(r"^; plumb: pipeline (.*)$", re.MULTILINE)
EXAMPLE = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main(schema_path, document, *modules):
    schema = json.loads(read(schema_path))
    validator = jsonschema.Draft7Validator(schema)
    jsonschema.Draft7Validator.check_schema(schema)
    descriptions = EXAMPLE.findall(read(document))
    assert descriptions, document
    for path in modules:
        comments = COMMENT.findall(read(path))
        if comments:
            descriptions.append("\n".join(comments))
    assert len(descriptions) > 20, descriptions
    for description in map(json.loads, descriptions):
        validator.validate(description)
        for wrong in ({**description, "surplus": 1}, {**description, "topology": "TRIANGLES"},
                      {**description, "stages": [{"module": "a", "stage": "vertx"}]}):
            assert not validator.is_valid(wrong), wrong
    print(len(descriptions), "descriptions of pipelines conform to their schema")


main(*sys.argv[1:])
