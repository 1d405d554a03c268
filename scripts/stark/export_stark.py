#!/usr/bin/env python3
"""Writes a suite folder from STaRK's processed knowledge base and question files.

Needs Python 3.8 or newer and no package. `trellis import --stark` runs it; alone:
    python3 export_stark.py prime --from DIR --out SUITE [--split test]
On success one JSON object on stdout; on failure a line `error: …` on stderr and exit code 3.
"""

import argparse
import csv
import json
import os
import sys

import node_texts
from find_data import HUMAN, SPLITS, graph_folder, questions_folder, read_splits
from plain_values import plain, properties
from safe_pickle import Unreadable, read_pickle, read_tensor

LONGEST_NAME = 1000
SAMPLE = 1000
"""Edges of a relation that are looked up in reverse to see whether it stands in the file both ways."""

MAG_NODE_TYPES = {0: "author", 1: "institution", 2: "field_of_study", 3: "paper"}
MAG_EDGE_TYPES = {
    0: "author___affiliated_with___institution",
    1: "paper___cites___paper",
    2: "paper___has_topic___field_of_study",
    3: "author___writes___paper",
}
RENDER = {
    "amazon": (node_texts.amazon_name, node_texts.amazon_document),
    "mag": (node_texts.mag_name, node_texts.mag_document),
    "prime": (node_texts.prime_name, node_texts.prime_document),
}
CANDIDATES = {"amazon": ["product"], "mag": ["paper"], "prime": None}
"""Types that STaRK's evaluator ranks; None: all."""
LEFT_OUT = {
    "amazon": {"title", "review", "qa", "description", "feature", "details", "index"},
    "mag": {"title", "abstract", "text", "type", "DisplayName", "NormalizedName", "id", "new_id"},
    "prime": {"name", "type", "details"},
}


def note(text):
    print(text, file=sys.stderr, flush=True)


def whole(values):
    return values if values.typecode == "q" else [int(value) for value in values]


def read_graph(root, data_set):
    """Returns node info, node types, edge ends and types, and the names of both kinds of types."""
    folder = graph_folder(root, data_set)
    note(f"reading {folder}")
    file = lambda name: os.path.join(folder, name)  # noqa: E731
    info = read_pickle(file("node_info.pkl"))
    node_types = whole(read_tensor(file("node_types.pt")).rows()[0])
    edge_types = whole(read_tensor(file("edge_types.pt")).rows()[0])
    ends = [whole(row) for row in read_tensor(file("edge_index.pt")).rows()]
    if data_set == "mag":
        names = MAG_NODE_TYPES, MAG_EDGE_TYPES
    else:
        names = read_pickle(file("node_type_dict.pkl")), read_pickle(file("edge_type_dict.pkl"))
    check_graph(folder, info, node_types, edge_types, ends)
    return info, node_types, ends, edge_types, names


def check_graph(folder, info, node_types, edge_types, ends):
    if len(node_types) != len(info):
        raise Unreadable(f"{folder}: {len(info)} nodes, but {len(node_types)} node types")
    if len(ends) != 2 or len(ends[0]) != len(edge_types):
        raise Unreadable(f"{folder}: edge_index and edge_types have different lengths")
    if len(edge_types) and not 0 <= min(min(row) for row in ends) <= max(max(row) for row in ends) < len(info):
        raise Unreadable(f"{folder}: edge_index names nodes beyond the {len(info)} of node_info")


def relation_name(name):
    """`author___writes___paper` is the relation `writes`; its ends stand in the schema."""
    parts = name.split("___")
    return parts[1] if len(parts) == 3 else name


def write_nodes(path, data_set, info, node_types, type_names):
    name_of, document_of = RENDER[data_set]
    own = {int(key): value for key, value in info.items()}
    with open(path, "w", encoding="utf-8", errors="replace") as file:
        for number in range(len(own)):
            kind = type_names[node_types[number]]
            node = plain(own[number])
            if data_set == "prime":
                node = node_texts.without_blanks(node)
            name = " ".join(str(name_of(node, kind) or "").split())[:LONGEST_NAME]
            row = {
                "id": number,
                "type": kind,
                "name": f"{kind} {number}" if name in ("", "-1", "nan") else name,
                "text": document_of(node, kind),
                "properties": properties(node, LEFT_OUT[data_set]),
            }
            file.write(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n")
            if number % 100_000 == 99_999:
                note(f"{number + 1} of {len(own)} nodes")


def relations_written_twice(ends, edge_types):
    """Returns the edge types of which every sampled edge stands in the file in reverse, too."""
    wanted = {}
    for source, target, kind in zip(*ends, edge_types):
        sample = wanted.setdefault(kind, set())
        if len(sample) < SAMPLE and source != target:
            sample.add((target, source))
    missing = {kind: set(sample) for kind, sample in wanted.items()}
    for source, target, kind in zip(*ends, edge_types):
        missing[kind].discard((source, target))
    return {kind for kind, sample in wanted.items() if sample and not missing[kind]}


def write_edges(path, ends, edge_types, node_types, node_names, edge_names):
    """Writes each edge once, as it stands first where a relation is in the file both ways. Returns count and schema."""
    twice = relations_written_twice(ends, edge_types)
    seen = {kind: set() for kind in twice}
    label = {kind: json.dumps(relation_name(name), ensure_ascii=False) for kind, name in edge_names.items()}
    found = {}
    written = 0
    with open(path, "w", encoding="utf-8") as file:
        for source, target, kind in zip(*ends, edge_types):
            if kind in twice:
                if (target, source) in seen[kind]:
                    continue
                seen[kind].add((source, target))
            written += 1
            found.setdefault(kind, set()).add((node_types[source], node_types[target]))
            file.write(f'{{"source": {source}, "relation": {label[kind]}, "target": {target}}}\n')
    return written, relation_schema(found, node_names, edge_names)


def relation_schema(found, node_names, edge_names):
    relations = {}
    for kind, pairs in sorted(found.items()):
        own = relations.setdefault(relation_name(edge_names[kind]), {"domain": [], "range": [], "description": ""})
        for place, end in enumerate(("domain", "range")):
            own[end] = sorted(set(own[end]) | {node_names[pair[place]] for pair in pairs})
        own["description"] = edge_names[kind].replace("___", " ").replace("_", " ")
    return relations


def check_answers(splits, node_types, node_names, candidates):
    for split, questions in splits.items():
        for number, (_, answers) in questions.items():
            for answer in answers:
                if not 0 <= answer < len(node_types):
                    raise Unreadable(f"question {number} of {split} has the answer {answer}, which is no node")
                kind = node_names[node_types[answer]]
                if candidates is not None and kind not in candidates:
                    raise Unreadable(f"question {number} of {split} has the answer {answer}, which is a {kind}")


def write_json(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, indent=1)
        file.write("\n")


def write_questions(out, splits):
    for split, questions in splits.items():
        with open(os.path.join(out, f"questions.{split}.csv"), "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "query", "answer_ids"])
            writer.writerows([number, query, json.dumps(answers)] for number, (query, answers) in questions.items())


def export(data_set, root, out, split):
    splits = read_splits(questions_folder(root, data_set))
    if split not in splits:
        raise Unreadable(f"there is no split {split!r} below {root}, only {', '.join(splits) or 'none'}")
    info, node_types, ends, edge_types, (node_names, edge_names) = read_graph(root, data_set)
    candidates = CANDIDATES[data_set]
    check_answers(splits, node_types, node_names, candidates)
    os.makedirs(out, exist_ok=True)
    name = f"stark-{data_set}"
    write_nodes(os.path.join(out, "nodes.jsonl"), data_set, info, node_types, node_names)
    note("writing edges")
    edges, relations = write_edges(
        os.path.join(out, "edges.jsonl"), ends, edge_types, node_types, node_names, edge_names
    )
    node_type_texts = {kind: "" for kind in node_names.values()}
    write_json(
        os.path.join(out, "schema.json"),
        {"name": name, "language": "en", "node_types": node_type_texts, "relations": relations},
    )
    write_questions(out, splits)
    files = {"nodes": "nodes.jsonl", "edges": "edges.jsonl", "schema": "schema.json"}
    suite = {"name": name, "kind": "skb", "files": {**files, "questions": f"questions.{split}.csv"}}
    write_json(os.path.join(out, "suite.json"), suite if candidates is None else {**suite, "candidates": candidates})
    counts = {own: len(questions) for own, questions in splits.items()}
    return {"name": name, "nodes": len(node_types), "edges": edges, "split": split, "questions": counts}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data_set", choices=sorted(RENDER))
    parser.add_argument("--from", dest="root", required=True, help="folder with the processed data and questions")
    parser.add_argument("--out", required=True, help="suite folder to write")
    parser.add_argument("--split", default="test", choices=[*SPLITS, HUMAN])
    flags = parser.parse_args()
    try:
        print(json.dumps(export(flags.data_set, flags.root, flags.out, flags.split)))
    except Unreadable as error:
        note(f"error: {error}")
        sys.exit(3)
    except OSError as error:
        note(f"error: {error.filename or 'a file'}: {error.strerror or error}")
        sys.exit(3)


if __name__ == "__main__":
    main()
