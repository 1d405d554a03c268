import { NATIONALITIES } from './countries.ts';
import { DATE_SOURCE } from './dates.ts';
import type { EntitySpan } from './entities.ts';
import type { EntityRegistry } from './entity-registry.ts';
import type { EntityType } from './entity-types.ts';
import type { FoundRelation } from './found-relation.ts';
import { dateEnd, fits, listFrom, opensClause } from './match-patterns.ts';
import { ROLES } from './relation-roles.ts';
import type { SentenceFacts } from './sentence-subjects.ts';

const ROLE_OF = new Map(ROLES.flatMap((role) => role.nouns.split('|').map((noun) => [noun, role] as const)));
const NOUN = [...ROLE_OF.keys()].sort((a, b) => b.length - a.length).join('|');
const QUALIFIERS = '(?:[\\p{Ll}\\p{N}-]+ ){0,3}?';

/** `X, (the) director of Y` and `X is the capital of Y`: from behind X to in front of Y. */
const HELD = new RegExp(
  `^["”»]?(?: ?\\([^()]*\\))?(?:, (?:who |que )?(?:is |was |es |fue |era )?| (?:is|was|became|remains|es|fue|era|are|were) )(?:the |a |an |its |el |la |un |una )?${QUALIFIERS}(?<noun>${NOUN}) (?:of|at|for|to|de|del|en) (?:the |la |el )?["“«]?$`,
  'u',
);
/** `Y's mother, X`: from behind Y to in front of X. */
const POSSESSED = new RegExp(`^['’]s ${QUALIFIERS}(?<noun>${NOUN}),? (?:is |was )?$`, 'u');
/** What stands between a subject and the name that its role further on is about. */
const FURTHER = new RegExp(
  `^(?<before>(?: ?\\([^()]*\\))?,? (?:is|was|became|remains|es|fue|era)\\b[^;:]{0,90}? (?:as |como |and |y )?)(?<phrase>(?:the |an? |el |la |un |una )${QUALIFIERS}(?<noun>${NOUN}) (?:of|de|del) (?:the |la |el )?)$`,
  'u',
);
const RELEASED = /^["”»]?(?: ?\([^()]*\))?(?:, [^;:]{0,60},)? (?:is|was|es) an? (?:[\p{Ll}-]+ )?(?=\d{4} )/u;
const RELEASED_KIND =
  /^\d{4}(?: [\p{L}-]+){0,6}? (?:film|movie|album|single|song|novel|book|documentary|series|game|EP|play|opera|película|novela)\b/u;
/** `His father was X` about the document's subject. */
const OWN = new RegExp(
  `^(?:His|Her|Its|Su) ${QUALIFIERS}(?<noun>${NOUN})(?:,| is| was| es| fue| era) (?:the )?$`,
  'u',
);
const NATIONALITY = new RegExp(
  `^["”»]?(?: ?\\([^()]*\\))?,? (?:is|was) an? (?:(?!(?:by|of|in|from|for|to|with|about) )[\\p{Ll}\\p{N}-]+ ){0,3}?(?<adjective>${NATIONALITIES.join('|')})(?:[- ]\\p{Lu}?\\p{Ll}+)? (?<noun>[\\p{Ll}-]+)`,
  'u',
);
const OCCUPATION = /(?:or|er|ist|ian|ess|man|woman|poet|king|queen|soldier)$/u;
/** What has a country of origin and no nationality; the last word of the phrase decides against it (`film director`). */
const THING_NOUN =
  /\b(?:film|movie|novel|song|album|single|series|serial|documentary|drama|comedy|thriller|play|opera|band|group|company|corporation|magazine|newspaper|game|show|sitcom|book|poem|painting|ship|aircraft|car|brand|label|studio|organi[sz]ation|club|team|party|programme|program|software|dish|breed)s?\b/u;
const LIFE = new RegExp(
  `^["”»]? ?\\( ?(?:[^()]{0,60}?[;,] )?(?:born |b\\. |nacid[oa] (?:el |en )?)?(?:c\\. ?)?(?<born>${DATE_SOURCE})(?<birth>[^()–]{0,60}?)(?: ?[–-] ?(?:died |d\\. )?(?:c\\. ?)?(?<died>${DATE_SOURCE})(?<death>[^()]{0,60}))?\\)`,
  'iu',
);

const NO_HOLDER =
  /\b(?:in|at|from|near|en|desde|(?:count|duke|earl|king|queen|baron|lord|prince|conde|duque|rey) (?:of|de)) (?:the )?$/u;

interface Context {
  readonly sentence: SentenceFacts;
  readonly text: string;
  readonly nodeId: string;
  readonly registry: EntityRegistry;
}

function relation(
  { sentence, nodeId }: Context,
  ends: { readonly sourceId: string; readonly type: string; readonly targetId: string },
  targetSpan: readonly [number, number],
  rest: Partial<FoundRelation> = {},
): FoundRelation {
  const base = { nodeId, sentence: sentence.text, confidence: 0.85, targetSpan, named: true, targets: 1 };
  return { ...base, ...ends, ...rest };
}

function typed({ registry }: Context, holder: string, held: string, person: boolean): boolean {
  const people: readonly EntityType[] = ['Person'];
  if (!person) return true;
  if (!fits(registry, holder, people)) return false;
  registry.addType(holder, { type: 'Person', weight: 0.4 });
  return holder !== held;
}

function heldRoles(context: Context): FoundRelation[] {
  const { sentence, text } = context;
  return sentence.spans.flatMap((holder, index) => {
    const next = sentence.spans[index + 1];
    if (next === undefined || next.start - holder.end > 90) return [];
    const gap = text.slice(holder.end, next.start);
    // `in Munich, the legal department of …`, `count of X, later king of Y`: the name before is no holder.
    const before = text.slice(Math.max(sentence.start, holder.start - 16), holder.start);
    if (gap.startsWith(',') && NO_HOLDER.test(before)) return [];
    const noun = HELD.exec(gap)?.groups?.['noun'];
    const role = noun === undefined ? undefined : ROLE_OF.get(noun);
    if (role === undefined || !typed(context, holder.entityId, next.entityId, role.person)) return [];
    const isKin = /^(?:SON|DAUGHTER|CHILD)_OF$/u.test(role.type);
    const held = isKin ? listFrom(sentence, text, next.start) : [next];
    return held
      .filter(({ entityId }) => entityId !== holder.entityId)
      .map((end) =>
        relation(
          context,
          { sourceId: holder.entityId, type: role.type, targetId: end.entityId },
          [end.start, end.end],
          { targets: held.length },
        ),
      );
  });
}

function possessedRoles(context: Context): FoundRelation[] {
  const { sentence, text } = context;
  return sentence.spans.flatMap((owner, index) => {
    const holder = sentence.spans[index + 1];
    if (holder === undefined) return [];
    const noun = POSSESSED.exec(text.slice(owner.end, holder.start))?.groups?.['noun'];
    const role = noun === undefined ? undefined : ROLE_OF.get(noun);
    if (role === undefined || holder.entityId === owner.entityId) return [];
    if (!typed(context, holder.entityId, owner.entityId, role.person)) return [];
    const ends = { sourceId: holder.entityId, type: role.type, targetId: owner.entityId };
    return [relation(context, ends, [owner.start, owner.end])];
  });
}

function ownRoles(context: Context, subject: string | null): FoundRelation[] {
  const { sentence, text } = context;
  const holder = sentence.spans[0];
  if (subject === null || holder === undefined || holder.entityId === subject) return [];
  const noun = OWN.exec(text.slice(sentence.start, holder.start))?.groups?.['noun'];
  const role = noun === undefined ? undefined : ROLE_OF.get(noun);
  if (role === undefined || !typed(context, holder.entityId, subject, role.person)) return [];
  const ends = { sourceId: holder.entityId, type: role.type, targetId: subject };
  return [relation(context, ends, [holder.start, holder.end], { confidence: 0.75, named: false })];
}

/** The name at the start of a sentence, behind which its description stands. */
function opening({ sentence }: Context): EntitySpan | null {
  const { subject, spans } = sentence;
  return subject?.named === true ? (spans[0] ?? null) : null;
}

function nationality(context: Context): FoundRelation[] {
  const { sentence, text, nodeId, registry } = context;
  const { subject } = sentence;
  if (subject === null) return [];
  const match = NATIONALITY.exec(text.slice(subject.end, sentence.end));
  const adjective = match?.groups?.['adjective'];
  if (match === null || adjective === undefined) return [];
  const phrase =
    /^[^,.;:()]*/u.exec(
      text.slice(subject.end + match[0].length - (match.groups?.['noun'] ?? '').length),
    )?.[0] ?? '';
  const head =
    phrase.split(
      / (?:by|of|in|from|for|to|with|who|that|which|and|directed|written|produced|based|starring) /u,
    )[0] ?? '';
  const isThing = THING_NOUN.test(head) && !OCCUPATION.test(head.split(' ').at(-1) ?? '');
  const known = registry.typeOf(subject.entityId);
  const isPerson =
    known === 'Person' || (!isThing && !['Work', 'Organization', 'Place', 'Product'].includes(known));
  if (!isPerson && !isThing) return [];
  const targetId = registry.add(adjective, { type: 'Nationality', weight: 1 });
  const start = subject.end + match[0].lastIndexOf(adjective);
  const span = [start, start + adjective.length] as const;
  registry.mention(nodeId, targetId, 'value', span);
  const type = isPerson && !isThing ? 'HAS_NATIONALITY' : 'COUNTRY_OF_ORIGIN';
  if (type === 'HAS_NATIONALITY') registry.addType(subject.entityId, { type: 'Person', weight: 0.4 });
  const ends = { sourceId: subject.entityId, type, targetId };
  return [relation(context, ends, span, { named: subject.named })];
}

const LIFE_QUESTIONS = {
  BORN_IN: { en: 'Where was {subject} born?', es: '¿Dónde nació {subject}?' },
  DIED_IN: { en: 'Where did {subject} die?', es: '¿Dónde murió {subject}?' },
  BORN_ON: { en: 'When was {subject} born?', es: '¿Cuándo nació {subject}?' },
  DIED_ON: { en: 'When did {subject} die?', es: '¿Cuándo murió {subject}?' },
} as const;

function life(context: Context): FoundRelation[] {
  const { sentence, text, nodeId, registry } = context;
  const person = opening(context);
  if (person === null || !fits(registry, person.entityId, ['Person'])) return [];
  const match = LIFE.exec(text.slice(person.end, sentence.end));
  const { born, died, birth = '', death = '' } = match?.groups ?? {};
  if (match === null || born === undefined) return [];
  // A single date in brackets is a birth only where the text says so.
  if (died === undefined && !/\b(?:born|b\.|nacid[oa])(?= )/iu.test(match[0])) return [];
  registry.addType(person.entityId, { type: 'Person', weight: 0.6 });
  const bornAt = person.end + match[0].indexOf(born);
  const diedAt = died === undefined ? -1 : person.end + match[0].lastIndexOf(`${died}${death})`);
  const dated = (type: 'BORN_ON' | 'DIED_ON', start: number) => {
    const end = start < 0 ? null : dateEnd(sentence, start, nodeId, registry);
    if (end === null) return [];
    const ends = { sourceId: person.entityId, type, targetId: end.entityId };
    return [relation(context, ends, [end.start, end.end], { question: LIFE_QUESTIONS[type] })];
  };
  const placed = (type: 'BORN_IN' | 'DIED_IN', start: number, words: string) => {
    const lead = /^,? (?:in |at |en )?/u.exec(words)?.[0].length ?? 0;
    const place = lead === 0 ? undefined : sentence.spans.find((span) => span.start === start + lead);
    if (place === undefined || !fits(registry, place.entityId, ['Place'])) return [];
    registry.addType(place.entityId, { type: 'Place', weight: 0.5 });
    const ends = { sourceId: person.entityId, type, targetId: place.entityId };
    return [relation(context, ends, [place.start, place.end], { question: LIFE_QUESTIONS[type] })];
  };
  return [
    ...dated('BORN_ON', bornAt),
    ...placed('BORN_IN', bornAt + born.length, birth),
    ...dated('DIED_ON', diedAt),
    ...(died === undefined ? [] : placed('DIED_IN', diedAt + died.length, death)),
  ];
}

/** `X is a 1988 film`: the year in which a work came out. */
function released(context: Context): FoundRelation[] {
  const { sentence, text, nodeId, registry } = context;
  const { subject } = sentence;
  if (subject === null || !fits(registry, subject.entityId, ['Work'])) return [];
  const match = RELEASED.exec(text.slice(subject.end, sentence.end));
  if (match === null) return [];
  const end = dateEnd(sentence, subject.end + match[0].length, nodeId, registry);
  const kind = RELEASED_KIND.exec(text.slice(subject.end + match[0].length, sentence.end));
  if (end === null || kind === null) return [];
  registry.addType(subject.entityId, { type: 'Work', weight: 0.6 });
  const ends = { sourceId: subject.entityId, type: 'RELEASED_ON', targetId: end.entityId };
  return [relation(context, ends, [end.start, end.end], { named: subject.named })];
}

/** `He was born in X as the son of Y`: what the sentence is about holds a role further on. */
function subjectRoles(context: Context): FoundRelation[] {
  const { sentence, text } = context;
  const { subject } = sentence;
  if (subject === null) return [];
  return sentence.spans.flatMap((next, index) => {
    if (next.start <= subject.end || next.entityId === subject.entityId) return [];
    const between = text.slice(subject.end, next.start);
    const match = FURTHER.exec(between);
    const role = ROLE_OF.get(match?.groups?.['noun'] ?? '');
    if (match === null || role === undefined || opensClause(match.groups?.['before'] ?? '')) return [];
    const before = sentence.spans[index - 1];
    // `Y, the mother of Z` is about Y.
    const phraseStart = next.start - (match.groups?.['phrase'] ?? '').length;
    if (before !== undefined && text.slice(before.end, phraseStart).trim() === ',') return [];
    if (!typed(context, subject.entityId, next.entityId, role.person)) return [];
    const held = /^(?:SON|DAUGHTER|CHILD)_OF$/u.test(role.type)
      ? listFrom(sentence, text, next.start)
      : [next];
    return held
      .filter(({ entityId }) => entityId !== subject.entityId)
      .map((end) => {
        const ends = { sourceId: subject.entityId, type: role.type, targetId: end.entityId };
        return relation(context, ends, [end.start, end.end], {
          named: subject.named,
          targets: held.length,
          confidence: 0.75,
        });
      });
  });
}

/**
 * Returns the relations that roles, kinship, life dates and nationality state in a sentence. `subject` is the
 * document's own subject, whom `His father was …` is about.
 */
export function matchRoles(
  sentence: SentenceFacts,
  text: string,
  nodeId: string,
  registry: EntityRegistry,
  subject: string | null,
): FoundRelation[] {
  if (sentence.text.endsWith('?')) return [];
  const context = { sentence, text, nodeId, registry };
  return [
    ...life(context),
    ...released(context),
    ...nationality(context),
    ...heldRoles(context),
    ...subjectRoles(context),
    ...possessedRoles(context),
    ...ownRoles(context, subject),
  ];
}
