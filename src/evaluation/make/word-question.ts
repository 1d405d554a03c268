import type { Step } from '../../query/graph/graph-reader.ts';
import type { Clause } from '../forms/clause.ts';
import { placesOf, type SkbGraph } from '../forms/skb-graph.ts';
import type { Draft } from './draft-forms.ts';
import { type CalledEntity, callEntity } from './entity-names.ts';
import { pick, type Random } from './pick.ts';
import type { RelationWords, SchemaWords } from './schema-words.ts';

/** A question in words. `names`: what it calls its entities; a rewording must keep them. */
export interface WordedQuestion {
  readonly text: string;
  readonly names: readonly CalledEntity[];
}

/** What wording needs: the graph, its schema's words, and chance. */
export interface Wording {
  readonly graph: SkbGraph;
  readonly words: SchemaWords;
  readonly random: Random;
}

/** Who does it: the answers, one answer, or the answers where they are denied something. */
type Mood = 'many' | 'one' | 'denied';

const copula: Readonly<Record<Mood, string>> = { many: 'are', one: 'is', denied: 'are not' };

function verbIn({ base, third, rest }: Extract<RelationWords, { form: 'verb' }>, mood: Mood): string {
  const verb = mood === 'one' ? third : mood === 'many' ? base : `do not ${base}`;
  return rest === '' ? verb : `${verb} ${rest}`;
}

/** "cite X", "are authored by X", "have X as director": the answer stands where the relation comes from. */
function asSubject(relation: RelationWords, object: string, mood: Mood): string {
  if (relation.form === 'verb') return `${verbIn(relation, mood)} ${object}`;
  if (relation.form === 'copula') return `${copula[mood]} ${relation.text} ${object}`;
  const have = mood === 'one' ? 'has' : mood === 'many' ? 'have' : 'do not have';
  return `${have} ${object} as ${relation.text}`;
}

/** "X cites", "X is authored by", "X has as director": the answer stands where the relation leads to. */
function asObject(relation: RelationWords, subject: string, mood: Mood): string {
  const not = mood === 'denied';
  if (relation.form === 'verb') {
    const { base, third, rest } = relation;
    return [subject, not ? `does not ${base}` : third, rest].filter((part) => part !== '').join(' ');
  }
  if (relation.form === 'copula') return `${subject} is${not ? ' not' : ''} ${relation.text}`;
  return `${subject} ${not ? 'does not have' : 'has'} as ${relation.text}`;
}

/** "does X cite", "is X authored by": the same, asked. */
function asked(relation: RelationWords, subject: string, many: boolean): string {
  if (relation.form === 'verb') {
    const end = relation.rest === '' ? relation.base : `${relation.base} ${relation.rest}`;
    return `${many ? 'do' : 'does'} ${subject} ${end}`;
  }
  if (relation.form === 'copula') return `${many ? 'are' : 'is'} ${subject} ${relation.text}`;
  return `${many ? 'do' : 'does'} ${subject} have as ${relation.text}`;
}

/** Letters of an abbreviation are spoken one by one: "an MP". */
const article = (noun: string): string =>
  `${(/^\p{Lu}{2}/u.test(noun) ? /^[AEFHILMNORSX]/u : /^[aeiou]/iu).test(noun) ? 'an' : 'a'} ${noun}`;

interface Speaker extends Wording {
  readonly draft: Draft;
  /** By the name in the form. */
  readonly called: Map<string, CalledEntity>;
}

function nameOf({ graph, random, called }: Speaker, entity: string): string {
  const known = called.get(entity);
  if (known !== undefined) return known.text;
  const [place = -1] = placesOf(graph, entity);
  const name = callEntity(graph, place, random);
  called.set(entity, name);
  return name.text;
}

function relationOf({ words, random }: Speaker, { relation }: Step): RelationWords {
  return pick(words.relation(relation), random) ?? { form: 'noun', text: relation };
}

/** Type at the end of a path's first steps: what its nodes there have in common. */
function typeAfter({ graph }: Speaker, clause: Extract<Clause, { kind: 'path' }>): string {
  const [step] = clause.steps;
  const [place = -1] = placesOf(graph, clause.entity);
  const edges = (step?.direction === 'out' ? graph.out : graph.in)[place] ?? [];
  const edge = edges.find(({ relation }) => relation === step?.relation);
  return graph.nodes[edge?.to ?? -1]?.type ?? '';
}

/** What follows "that" for a path, seen from the answers. */
function pathWords(speaker: Speaker, clause: Extract<Clause, { kind: 'path' }>, mood: Mood): string {
  const [first, second] = clause.steps;
  const name = nameOf(speaker, clause.entity);
  if (first === undefined) return '';
  const inner = stepWords(speaker, first, name, second === undefined ? mood : 'one');
  if (second === undefined) return inner;
  const middle = speaker.words.type(typeAfter(speaker, clause)).one;
  return stepWords(speaker, second, `${article(middle)} that ${inner}`, mood);
}

function stepWords(speaker: Speaker, step: Step, from: string, mood: Mood): string {
  const relation = relationOf(speaker, step);
  return step.direction === 'in' ? asSubject(relation, from, mood) : asObject(relation, from, mood);
}

/** A step seen from the answers ("cite at least 5 papers", "at least 5 papers cite"). */
function countedWords(speaker: Speaker, step: Step, amount: string, mood: 'many' | 'one'): string {
  const [other = ''] = otherTypes(speaker, step);
  const things = `${amount} ${speaker.words.type(other).many}`;
  const relation = relationOf(speaker, step);
  if (step.direction === 'out') return asSubject(relation, things, mood);
  const subject = asObject(relation, things, 'many');
  if (relation.form !== 'verb')
    return subject.replace(`${things} is `, `${things} are `).replace(`${things} has `, `${things} have `);
  return subject.replace(`${things} ${relation.third}`, `${things} ${relation.base}`);
}

function otherTypes({ graph, draft }: Speaker, step: Step): string[] {
  const edges = step.direction === 'out' ? graph.out : graph.in;
  return draft.answers.flatMap((place) => {
    const edge = (edges[place] ?? []).find(({ relation }) => relation === step.relation);
    return graph.nodes[edge?.to ?? -1]?.type ?? [];
  });
}

/** Whole numbers in the range of years, under whatever name. */
const isYear = (value: string | number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1000 && value <= 2100;

type Properties = readonly Extract<Clause, { kind: 'prop' }>[];

function propertyWords({ words, random }: Speaker, conditions: Properties): string {
  const [first, second] = conditions;
  if (first === undefined) return '';
  const key = words.key(first.key);
  const { operator, value } = first;
  if (typeof value === 'string')
    return pick([`with ${key} ${value}`, `whose ${key} is ${value}`], random) ?? '';
  const named = isYear(value) && /year|date|published|founded|born/iu.test(key);
  if (second !== undefined) return `with ${key} between ${value} and ${second.value}`;
  if (operator === '>=') return named ? `from ${value} or later` : `with ${key} of at least ${value}`;
  if (operator === '<') return named ? `from before ${value}` : `with ${key} less than ${value}`;
  return named ? `from ${value}` : `with ${key} ${value}`;
}

/** The conditions behind the noun, in order: what stands with "with …" first. */
function restrictions(speaker: Speaker): string[] {
  const { draft } = speaker;
  const properties = draft.clauses.filter((clause) => clause.kind === 'prop');
  const near = properties.length === 0 ? [] : [propertyWords(speaker, properties)];
  const told = draft.clauses.flatMap((clause): string[] => {
    switch (clause.kind) {
      case 'path':
        return [`that ${pathWords(speaker, clause, 'many')}`];
      case 'not':
        return deniedWords(speaker, clause.clause);
      case 'count':
        return [`that ${countedWords(speaker, clause.step, `at least ${clause.value}`, 'many')}`];
      case 'text':
        return [
          pick([`that mention ${draft.phrase}`, `whose text speaks of ${draft.phrase}`], speaker.random) ??
            '',
        ];
      default:
        return [];
    }
  });
  return [...near, ...told];
}

function deniedWords(speaker: Speaker, clause: Clause): string[] {
  if (clause.kind === 'path') return [`but that ${pathWords(speaker, clause, 'denied')}`];
  if (clause.kind === 'ids') return clause.names.map((name) => `other than ${nameOf(speaker, name)}`);
  return [];
}

function joined(parts: readonly string[]): string {
  return parts.reduce((text, part) => {
    if (text === '') return part;
    const plain = /^(?:but|other)\b/u.test(part) || !/\bthat\b|\bwhose\b/u.test(text);
    return plain ? `${text} ${part}` : `${text} and ${part}`;
  }, '');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function superlative(speaker: Speaker, many: string): string | undefined {
  const extreme = speaker.draft.clauses.find(({ kind }) => kind === 'argmax');
  if (extreme?.kind !== 'argmax') return undefined;
  const rest = joined(restrictions(speaker));
  const { step } = extreme;
  const [other = ''] = otherTypes(speaker, step);
  const things = speaker.words.type(other).many;
  const does =
    step.direction === 'out'
      ? countedWords(speaker, step, 'the most', 'one')
      : `has the most ${things} that ${stepWords(speaker, { ...step, direction: 'in' }, 'it', 'many')}`;
  return `Of the ${many} ${rest}, which one ${does}?`;
}

/** A single path asked the direct way: "Which papers cite X?", "Which authors is X authored by?" */
function direct(speaker: Speaker, many: string): string | undefined {
  const [clause, more] = speaker.draft.clauses;
  if (clause?.kind !== 'path' || more !== undefined) return undefined;
  const last = clause.steps.at(-1);
  if (last === undefined) return undefined;
  if (last.direction === 'in') return `Which ${many} ${pathWords(speaker, clause, 'many')}?`;
  const relation = relationOf(speaker, last);
  const [first, second] = clause.steps;
  if (second === undefined) return `Which ${many} ${asked(relation, nameOf(speaker, clause.entity), false)}?`;
  if (first === undefined) return undefined;
  const middle = speaker.words.type(typeAfter(speaker, clause)).many;
  const inner = stepWords(speaker, first, nameOf(speaker, clause.entity), 'many');
  return `${capital(middle)} that ${inner}: which ${many} ${asked(relation, 'they', true)}?`;
}

/**
 * Returns a draft in words, by rule: the nouns and verbs are those of the schema, the names those of the graph, the
 * form of the sentence drawn. Equal random numbers give equal words.
 */
export function wordQuestion(draft: Draft, wording: Wording): WordedQuestion {
  const speaker: Speaker = { ...wording, draft, called: new Map() };
  const { many } = wording.words.type(draft.answerType);
  const text =
    superlative(speaker, many) ??
    (wording.random() < 0.6 ? direct(speaker, many) : undefined) ??
    listing(speaker, many);
  return { text, names: [...speaker.called.values()] };
}

function listing(speaker: Speaker, many: string): string {
  const rest = joined(restrictions(speaker));
  const forms = [`${capital(many)} ${rest}`, `Which are the ${many} ${rest}?`, `Find ${many} ${rest}.`];
  return pick(forms, speaker.random) ?? '';
}
