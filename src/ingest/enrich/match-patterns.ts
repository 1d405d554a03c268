import type { EntitySpan } from './entities.ts';
import type { EntityRegistry } from './entity-registry.ts';
import type { EntityType } from './entity-types.ts';
import type { FoundRelation } from './found-relation.ts';
import { RELATION_PATTERNS, type RelationPattern } from './relation-patterns.ts';
import type { SentenceFacts } from './sentence-subjects.ts';

const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['Thing', 'Concept', 'Term']);

/** What opens a clause of its own between a subject and a trigger. */
const CLAUSE =
  /[;:]|\b(?:who|whom|whose|while|when|but|because|although|though|whereas|where|which|that|if|unless|not|never|and (?:he|she|it|they|his|her|its|was|is)|que|quien|cuy[oa]|mientras|pero|porque|aunque|cuando|donde|no|nunca)\b/u;
const LIST_GAP = /^(?:, (?:and |y )?| and | & | y | e |,? as well as )(?:the |el |la )?["“«]?$/u;
const ADJACENT = /^["”»]?(?:,? ?\([^()]*\))?,? ?(?:(?:who|which|que) )?$/u;
/** Words that take a statement back or put it off: such a sentence states nothing. */
const UNCERTAIN =
  /\b(?:not|never|allegedly|reportedly|rumou?red|planned|would have|may have|might|supposedly|no|nunca|supuestamente|presuntamente)\b/iu;

const compiled = RELATION_PATTERNS.map((pattern) => ({
  pattern,
  cue: new RegExp(pattern.cue, 'u'),
  // The trigger begins at a word and ends where the object's name begins.
  expression: new RegExp(`(?<![\\p{L}\\p{N}])${pattern.trigger}["“«]?`, 'gu'),
}));

/** An end of a relation: an entity, and where the text names it. */
export interface End {
  readonly entityId: string;
  readonly start: number;
  readonly end: number;
}

/** Returns whether an entity can stand where these types are wanted. */
export function fits(registry: EntityRegistry, entityId: string, types: readonly EntityType[]): boolean {
  const type = registry.typeOf(entityId);
  return UNKNOWN_TYPES.has(type) || (types as readonly string[]).includes(type);
}

/** Returns the span at `start` and those that a list joins to it. */
export function listFrom(sentence: SentenceFacts, text: string, start: number): EntitySpan[] {
  const at = sentence.spans.findIndex((span) => span.start === start);
  if (at === -1) return [];
  const list: EntitySpan[] = [];
  for (const span of sentence.spans.slice(at)) {
    const before = list.at(-1);
    // `made by Britain's largest studio` is not made by Britain.
    if (/^['’]s\b/u.test(text.slice(span.end, span.end + 3))) break;
    if (before !== undefined && !LIST_GAP.test(text.slice(before.end, span.start))) break;
    list.push(span);
  }
  // `A, B of C`: what a list seems to join may be the subject of something else; a pair without "and" is no list.
  const second = list[1];
  const gap = second === undefined ? '' : text.slice(list.at(-2)?.end ?? 0, list.at(-1)?.start ?? 0);
  return list.length > 1 && !/and|&|\by\b|\be\b/u.test(gap) ? list.slice(0, 1) : list;
}

/** A noun in front of a name says what it is: `the novel Dune, written by …` is about the novel. */
const INTRODUCED =
  /\b(?:novel|book|film|movie|song|play|album|series|company|firm|novela|libro|película|empresa) ["“«]?$/u;
/** A name behind these has a part in the sentence already. */
const TAKEN = /\b(?:by|por|with|con|starring|and|y|of the|for) (?:the )?["“«]?$/u;

/** The name right in front of `at`, when it can be what the trigger is about. */
function leftSubject(
  sentence: SentenceFacts,
  text: string,
  at: number,
  pattern: RelationPattern,
): EntitySpan | null {
  const left = sentence.spans.findLast(({ end }) => end <= at);
  if (left === undefined) return null;
  const gap = text.slice(left.end, at);
  if (!ADJACENT.test(gap)) return null;
  if (pattern.subject === 'left') return left;
  const before = text.slice(Math.max(sentence.start, left.start - 30), left.start);
  if (INTRODUCED.test(before)) return left;
  const joined = /^(?:and|y) /u.test(text.slice(at, at + 4));
  return joined || TAKEN.test(before) || gap.includes(',') ? null : left;
}

/** What a trigger at `at` is about: the name right before it, else what the sentence is about. */
function subjectOf(
  sentence: SentenceFacts,
  text: string,
  at: number,
  pattern: RelationPattern,
  registry: EntityRegistry,
): { entityId: string; named: boolean } | null {
  const wanted = pattern.reverse === true ? pattern.targetTypes : pattern.sourceTypes;
  const left = leftSubject(sentence, text, at, pattern);
  if (left !== null && fits(registry, left.entityId, wanted)) return { entityId: left.entityId, named: true };
  const { subject } = sentence;
  if (subject === null || subject.end > at) return null;
  const between = text.slice(subject.end, at);
  if (pattern.subject === 'left' && !ADJACENT.test(between)) return null;
  if (opensClause(between) || !fits(registry, subject.entityId, wanted)) return null;
  return { entityId: subject.entityId, named: subject.named };
}

/** Returns whether a clause of its own begins in a stretch of text; what stands in brackets does not count. */
export function opensClause(text: string): boolean {
  return CLAUSE.test(withoutBrackets(text));
}

function withoutBrackets(text: string): string {
  return text.replace(/\([^()]*\)/gu, ' ');
}

/** Takes note of a date as the end of a relation and returns it. */
export function dateEnd(
  sentence: SentenceFacts,
  start: number,
  nodeId: string,
  registry: EntityRegistry,
): End | null {
  const date = sentence.dates.find((found) => found.start === start);
  if (date === undefined) return null;
  const entityId = registry.add(date.iso, { type: 'Date', weight: 1 });
  registry.addName(entityId, date.text);
  registry.mention(nodeId, entityId, 'value', [date.start, date.end]);
  return { entityId, start: date.start, end: date.end };
}

function relationsAt(
  sentence: SentenceFacts,
  text: string,
  nodeId: string,
  pattern: RelationPattern,
  match: RegExpExecArray,
  registry: EntityRegistry,
): FoundRelation[] {
  const at = sentence.start + match.index;
  const objectStart = at + match[0].length;
  const wanted = pattern.reverse === true ? pattern.sourceTypes : pattern.targetTypes;
  const given = pattern.reverse === true ? pattern.targetTypes : pattern.sourceTypes;
  const subject = subjectOf(sentence, text, at, pattern, registry);
  if (subject === null) return [];
  const date = pattern.object === 'date' ? dateEnd(sentence, objectStart, nodeId, registry) : null;
  const ends: readonly End[] =
    pattern.object === 'date' ? (date === null ? [] : [date]) : listFrom(sentence, text, objectStart);
  const fitting = ends.filter(
    ({ entityId }) => entityId !== subject.entityId && (date !== null || fits(registry, entityId, wanted)),
  );
  return fitting.map((end) => {
    const [given0] = given;
    const [wanted0] = wanted;
    if (given0 !== undefined) registry.addType(subject.entityId, { type: given0, weight: 0.3 });
    if (wanted0 !== undefined && date === null)
      registry.addType(end.entityId, { type: wanted0, weight: 0.3 });
    const [sourceId, targetId] =
      pattern.reverse === true ? [end.entityId, subject.entityId] : [subject.entityId, end.entityId];
    return {
      sourceId,
      type: pattern.type,
      targetId,
      nodeId,
      sentence: sentence.text,
      confidence: subject.named ? pattern.confidence : pattern.confidence - 0.1,
      ...(pattern.question === undefined || pattern.reverse === true ? {} : { question: pattern.question }),
      targetSpan: [end.start, end.end] as const,
      named: subject.named,
      targets: fitting.length,
    };
  });
}

/** Returns the relations of a sentence by the pattern table. */
export function matchPatterns(
  sentence: SentenceFacts,
  text: string,
  nodeId: string,
  registry: EntityRegistry,
): FoundRelation[] {
  if (sentence.spans.length === 0 || UNCERTAIN.test(sentence.text) || sentence.text.endsWith('?')) return [];
  return compiled.flatMap(({ pattern, cue, expression }) => {
    if (!cue.test(sentence.text)) return [];
    return [...sentence.text.matchAll(expression)].flatMap((match) =>
      relationsAt(sentence, text, nodeId, pattern, match, registry),
    );
  });
}
