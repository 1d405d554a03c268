/** A sentence as `text.slice(start, end)`, without white space at its ends. */
export interface Sentence {
  readonly start: number;
  readonly end: number;
}

const ABBREVIATIONS = new Set(
  `al approx art arts assn ave bros cap capt cf ch co col cols corp dept dr dra ed eds eq eqs esp est etc ex fig figs
gen gov hon inc jr lic lt ltd max min mr mrs ms mt no nos núm nº op p pag pág págs par pp prof pte ref refs rep rev sec
sect sen sgt sr sra srta st ste tel univ viz vol vols vs`.split(/\s+/u),
);

/** Abbreviations that only count as such before a number: `no. 5`, `p. 12`, `art. 7`, but "the answer is no." */
const BEFORE_NUMBER = new Set([
  'no',
  'nos',
  'min',
  'max',
  'cap',
  'ed',
  'ex',
  'par',
  'al',
  'p',
  'col',
  'rep',
  'sec',
]);

const BOUNDARY = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+["”’」』）]*|\n+/gu;

function lastWord(text: string, end: number): string {
  return /[\p{L}\p{M}.º]+$/u.exec(text.slice(Math.max(0, end - 24), end))?.[0] ?? '';
}

/** Whether the point at `end - 1` belongs to an abbreviation or an initial, seen from what stands around it. */
function isAbbreviation(text: string, pointAt: number, next: string): boolean {
  const word = lastWord(text, pointAt);
  if (/^\p{Lu}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)) return /^[\p{L}\p{N}]/u.test(next);
  const lower = word.toLowerCase();
  if (BEFORE_NUMBER.has(lower)) return /^\p{N}/u.test(next);
  return ABBREVIATIONS.has(lower);
}

function endsSentence(text: string, mark: string, start: number, end: number): boolean {
  if (mark.includes('\n')) return true;
  if (/^[。！？]/u.test(mark)) return true;
  const next = text.slice(end, end + 12).trimStart();
  if (/^\p{Ll}/u.test(next)) return false;
  return !(mark.startsWith('.') && mark.length === 1 && isAbbreviation(text, start, next));
}

function trimmed(text: string, start: number, end: number): Sentence[] {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  const body = piece.trim();
  return body === '' ? [] : [{ start: start + lead, end: start + lead + body.length }];
}

/**
 * Returns the sentences of an English or Spanish text in order. Every non-blank character is in exactly one. A line
 * end always ends a sentence (rows and list entries are lines); points of abbreviations, initials and numbers don't.
 * CJK full stops count. Linear in the length of the text.
 */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  for (const match of text.matchAll(BOUNDARY)) {
    const end = match.index + match[0].length;
    if (!endsSentence(text, match[0], match.index, end)) continue;
    found.push(...trimmed(text, from, end));
    from = end;
  }
  found.push(...trimmed(text, from, text.length));
  return found;
}
