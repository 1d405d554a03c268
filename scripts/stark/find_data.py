"""Finds the files of one STaRK knowledge base below a folder, wherever its loaders or the hub put them."""

import csv
import json
import os

from safe_pickle import Unreadable

CACHED_LINKS = os.path.join("cache", "brand-category-color")
SPLITS = ("train", "val", "test", "test-0.1")
HUMAN = "human"


def first_with(name, folders):
    """Returns the first folder that holds `name`; raises Unreadable that lists where it looked."""
    for folder in folders:
        if os.path.isfile(os.path.join(folder, name)):
            return folder
    looked = ", ".join(os.path.normpath(folder) for folder in folders)
    raise Unreadable(f"{name} is in none of {looked}")


def graph_folder(root, data_set):
    """Returns the folder of the processed graph: `processed` of STaRK's `load_skb`, or of the unpacked processed.zip."""
    bases = [os.path.join(root, "skb", data_set), os.path.join(root, data_set), root]
    folders = [folder for base in bases for folder in (os.path.join(base, "processed"), base)]
    if data_set == "amazon":
        folders = [os.path.join(folder, CACHED_LINKS) for folder in folders] + folders
    return first_with("node_info.pkl", folders)


def questions_folder(root, data_set):
    """Returns the folder that holds `stark_qa` and `split`."""
    bases = [os.path.join(root, "qa", data_set), os.path.join(root, data_set), root]
    return first_with(os.path.join("stark_qa", "stark_qa.csv"), bases)


def read_questions(folder, name):
    """Returns the rows of a question file as {id: (query, answer ids)}, in the order of the file."""
    path = os.path.join(folder, "stark_qa", name)
    questions = {}
    with open(path, encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            try:
                answers = [int(answer) for answer in json.loads(row["answer_ids"])]
                questions[int(row["id"])] = (row["query"], answers)
            except (KeyError, TypeError, ValueError) as error:
                raise Unreadable(f"{path}:{number} is not id,query,answer_ids ({error})") from error
    return questions


def read_splits(folder):
    """Returns {split: {id: (query, answer ids)}} for every split that holds a question."""
    questions = read_questions(folder, "stark_qa.csv")
    splits = {}
    for split in SPLITS:
        path = os.path.join(folder, "split", f"{split}.index")
        if not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8") as file:
            ids = [int(line) for line in file.read().split()]
        unknown = [number for number in ids if number not in questions]
        if unknown:
            raise Unreadable(f"{path} names question {unknown[0]}, which stark_qa.csv does not hold")
        splits[split] = {number: questions[number] for number in ids}
    human = "stark_qa_human_generated_eval.csv"
    if os.path.isfile(os.path.join(folder, "stark_qa", human)):
        splits[HUMAN] = read_questions(folder, human)
    return {split: rows for split, rows in splits.items() if rows}
