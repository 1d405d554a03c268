import { K1, saturate } from '../bm25.ts';
import { leaf, type Tree } from './answer-trees.ts';
import type { EntityRecord, EntityText, PropertyTest } from './graph-reader.ts';
import type { GraphWeights } from './graph-weights.ts';
import type { QuestionModel } from './question-model.ts';

/** A condition that the question states this clearly is looked for in the property, not in texts. */
const CLEAR = 0.65;

/** What nodes account for by their own text and values. */
export interface OwnGains {
  addTexts(texts: readonly EntityText[]): void;
  addRecords(records: readonly EntityRecord[]): void;
  readonly knowsText: (id: string) => boolean;
  /** What the node's text is worth; 0 while it is not known. */
  readonly ownTotal: (id: string) => number;
  readonly record: (id: string) => EntityRecord | undefined;
  /** The node alone; `carried` as its neighbours see it. */
  readonly tree: (id: string, type: string, carried: boolean) => Tree;
}

/** Returns whether a node passes a test; undefined when it has no such property. */
export function passesTest(record: EntityRecord, test: PropertyTest): boolean | undefined {
  const raw = record.properties[test.key];
  if (raw === undefined || record.type !== test.type) return undefined;
  const values: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  return values.some((value) => {
    if (test.equals !== undefined) return value === test.equals;
    if (typeof value !== 'number') return false;
    return value >= (test.minimum ?? -Infinity) && value <= (test.maximum ?? Infinity);
  });
}

/** Returns the words that speak of types, ranges and counts: no text is searched for them. */
function wordsOfForm(model: QuestionModel): Set<number> {
  const words = new Set(model.answer.words);
  for (const { test, matches } of model.constraints) {
    if (test.equals === undefined) for (const { index } of matches) words.add(index);
  }
  for (const index of model.count?.words ?? []) words.add(index);
  return words;
}

/** For each property and word the best fit among its values: "recessive" alone means every recessive value equally. */
function bestFits(model: QuestionModel): Map<string, number> {
  const best = new Map<string, number>();
  for (const { test, matches, score } of model.constraints) {
    for (const { index } of matches) {
      const key = `${test.type}|${test.key}|${index}`;
      best.set(key, Math.max(best.get(key) ?? 0, score));
    }
  }
  return best;
}

/** Returns what nodes account for by themselves, for one question. `averageLength` is that of the graph's texts. */
export function createOwnGains(model: QuestionModel, weights: GraphWeights, averageLength: number): OwnGains {
  const size = model.words.length;
  const form = wordsOfForm(model);
  const fits = bestFits(model);
  const clear = new Set(
    model.constraints
      .filter(({ score }) => score >= CLEAR)
      .flatMap(({ matches }) => matches.map(({ index }) => index)),
  );
  const weightOf = model.words.map((word) => (word.content ? model.weights.weight(word) : 0));
  const texts = new Map<string, Float64Array>();
  const records = new Map<string, EntityRecord>();

  const wordsByTerm = new Map<string, number[]>();
  for (const { index, content, variants } of model.words) {
    if (!content || form.has(index)) continue;
    for (const variant of variants) wordsByTerm.set(variant, [...(wordsByTerm.get(variant) ?? []), index]);
  }
  const nothing = new Float64Array(size);

  function textGains(lexical: string): Float64Array {
    const terms = lexical.split(' ');
    const frequencies = new Map<string, number>();
    for (const term of terms) {
      if (wordsByTerm.has(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    }
    const gains = new Float64Array(size);
    for (const [term, frequency] of frequencies) {
      const saturated = saturate(frequency, terms.length, averageLength) / (K1 + 1);
      for (const index of wordsByTerm.get(term) ?? []) {
        const share = clear.has(index) ? weights.textOfProperty : 1;
        const gain = weights.text * share * (weightOf[index] ?? 0) * saturated;
        gains[index] = Math.max(gains[index] ?? 0, gain);
      }
    }
    return gains;
  }

  function addValues(record: EntityRecord, gains: Float64Array): number {
    let cost = 0;
    for (const { test, matches, score } of model.constraints) {
      const passed = passesTest(record, test);
      if (passed !== true) {
        if (test.equals === undefined && record.type === test.type) cost += weights.outOfRange;
        continue;
      }
      for (const { index, quality } of matches) {
        const fit = score / (fits.get(`${test.type}|${test.key}|${index}`) ?? score);
        const worth = Math.max(weights.propertyFloor, weightOf[index] ?? 0) * quality * fit;
        gains[index] = Math.max(gains[index] ?? 0, worth);
      }
    }
    return cost;
  }

  function addType(type: string, gains: Float64Array): void {
    for (const { index, quality } of model.matches.types.get(type) ?? []) {
      if (model.answer.words.has(index)) continue;
      gains[index] = Math.max(gains[index] ?? 0, weights.typeOnTheWay * quality);
    }
  }

  return {
    addTexts: (list) => {
      for (const { id, lexical } of list) if (!texts.has(id)) texts.set(id, textGains(lexical));
    },
    addRecords: (list) => {
      for (const record of list) records.set(record.id, record);
    },
    knowsText: (id) => texts.has(id),
    ownTotal: (id) => (texts.get(id) ?? nothing).reduce((sum, gain) => sum + gain, 0),
    record: (id) => records.get(id),
    tree: (id, type, carried) => {
      const share = carried ? weights.carriedText : 1;
      const gains = Float64Array.from(texts.get(id) ?? nothing);
      if (carried) for (const [at, gain] of gains.entries()) gains[at] = gain * share;
      addType(type, gains);
      const record = records.get(id);
      const cost = record === undefined ? 0 : addValues(record, gains);
      const tree = leaf(id, type, gains);
      return cost === 0 ? tree : { ...tree, cost, total: tree.total - cost };
    },
  };
}
