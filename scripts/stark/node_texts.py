"""The name and the document of a node, for each of STaRK's three knowledge bases.

The documents are those that STaRK's own models read (Wu et al. 2024; `get_doc_info` without relations), so that figures
can be compared. Reviews with equal votes keep their order.
"""

from plain_values import is_missing

SHOWN_ENTRIES = 27
"""Reviews and questions of a product that its document shows: entries 0 to 26 (max_entries = 25)."""

GENE_FIELDS = {
    "name": "gene name",
    "type_of_gene": "gene types",
    "alias": "other gene names",
    "other_names": "extended other gene names",
    "genomic_pos": "genomic position",
    "generif": "PubMed text",
    "interpro": "protein family and classification information",
    "summary": "protein summary text",
}
GENE_WORDS = 50_000


def as_list(value):
    return value if isinstance(value, list) else [] if is_missing(value) else [value]


def votes(review):
    value = review.get("vote")
    return 0 if is_missing(value) else int(float(str(value).replace(",", "")))


def product_document(info):
    lines = [f"- product: {info.get('title', '')}\n"]
    if "brand" in info:
        lines.append(f"- brand: {info['brand']}\n")
    details = info.get("details")
    measures = details.get("product_dimensions") if isinstance(details, dict) else None
    parts = measures.split(" ; ") if isinstance(measures, str) else []
    if len(parts) == 2:
        lines.append(f"- dimensions: {parts[0]}\n- weight: {parts[1]}\n")
    description = " ".join(str(part) for part in as_list(info.get("description"))).strip(" ")
    if description:
        lines.append(f"- description: {description}\n")
    return "".join(lines) + product_features(info) + product_reviews(info) + product_questions(info)


def product_features(info):
    features = as_list(info.get("feature"))
    if not features:
        return ""
    shown = [f"#{at + 1}: {text}\n" for at, text in enumerate(features) if text and "asin" not in text.lower()]
    return "- features: \n" + "".join(shown)


def product_reviews(info):
    reviews = as_list(info.get("review"))
    if not reviews:
        return ""
    order = sorted(range(len(reviews)), key=lambda at: -votes(reviews[at]))[:SHOWN_ENTRIES]
    shown = [
        f'#{at + 1}:\nsummary: {reviews[at].get("summary")}\ntext: "{reviews[at].get("reviewText")}"\n' for at in order
    ]
    return "- reviews: \n" + "".join(shown)


def product_questions(info):
    pairs = as_list(info.get("qa"))
    if not pairs:
        return ""
    shown = [
        f'#{at + 1}:\nquestion: "{pair.get("question")}"\nanswer: "{pair.get("answer")}"\n'
        for at, pair in enumerate(pairs[:SHOWN_ENTRIES])
    ]
    return "- Q&A: \n" + "".join(shown)


def amazon_document(info, kind):
    return product_document(info) if kind == "product" else f"{kind} name: {info.get(f'{kind}_name', '')}"


def amazon_name(info, kind):
    return (info.get("title") or info.get("asin")) if kind == "product" else info.get(f"{kind}_name")


MAG_COUNTS = {
    "author": ("- author name: ", "- author"),
    "field_of_study": (" - field of study: ", "- field"),
    "institution": (" - institution: ", "- institution"),
}
VENUES = (
    ("OriginalVenue", "venue"),
    ("JournalDisplayName", "journal"),
    ("ConferenceSeriesDisplayName", "conference"),
    ("ConferenceInstancesDisplayName", "conference"),
)


def mag_document(info, kind):
    if kind == "paper":
        return paper_document(info)
    first, prefix = MAG_COUNTS[kind]
    text = f"{first}{info.get('DisplayName')}\n"
    for field, what in (("PaperCount", "paper"), ("CitationCount", "citation")):
        if info.get(field, -1) != -1:
            text += f"{prefix} {what} count: {info[field]}\n"
    return text.replace("-1", "Unknown")


def paper_document(info):
    abstract = info.get("abstract")
    abstract = abstract.replace("\r", "").rstrip("\n") if isinstance(abstract, str) else ""
    text = f" - paper title: {info.get('title')}\n - abstract: {abstract}\n"
    if str(info.get("Date", -1)) != "-1":
        text += f" - publication date: {info['Date']}\n"
    venue = next(((field, word) for field, word in VENUES if str(info.get(field, -1)) != "-1"), None)
    return text if venue is None else f"{text} - {venue[1]}: {info[venue[0]]}\n"


def mag_name(info, kind):
    return info.get("title" if kind == "paper" else "DisplayName")


def without_blanks(info):
    """Leaves out empty texts and NaN at every depth of dictionaries, as STaRK does when it loads this base."""
    return {
        key: without_blanks(value) if isinstance(value, dict) else value
        for key, value in info.items()
        if isinstance(value, dict) or str(value) not in ("", "nan")
    }


def gene_value(key, value):
    if "interpro" in key:
        value = [entry["desc"] for entry in as_list(value)]
    if "generif" in key:
        joined = "; ".join(entry["text"] for entry in as_list(value))
        value = " ".join(joined.split(" ")[:GENE_WORDS])
    if "genomic_pos" in key and isinstance(value, list):
        value = value[0]
    return value


def prime_document(info, kind):
    text = f"- name: {info.get('name')}\n- type: {info.get('type')}\n- source: {info.get('source')}\n"
    lines = []
    for key, value in (info.get("details") or {}).items():
        if str(value) in ("", "nan") or key.startswith("_") or "_id" in key:
            continue
        if kind == "gene/protein" and key in GENE_FIELDS:
            lines.append(f"  - {key} ({GENE_FIELDS[key]}): {gene_value(key, value)}\n")
        else:
            lines.append(f"  - {key}: {value}\n")
    return text + ("- details:\n" + "".join(lines) if lines else "")


def prime_name(info, _kind):
    return info.get("name")
