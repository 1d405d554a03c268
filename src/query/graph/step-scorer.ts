import type { Word } from '../analyse/question-words.ts';
import type { SchemaMatch } from '../analyse/schema-match.ts';
import type { StepScorer, Tree } from './answer-trees.ts';
import type { Step } from './graph-reader.ts';
import type { GraphWeights } from './graph-weights.ts';
import type { QuestionModel } from './question-model.ts';

/** "cited by X": the one after "by" does it. */
function isPassive(words: readonly Word[], index: number): boolean {
  if (/^(?:by|por)$/u.test(words[index + 1]?.normal ?? '')) return true;
  const participle = /(?:ed|ado|ada|ados|adas)$/u.test(words[index]?.normal ?? '');
  return participle && /^(?:by|por)$/u.test(words[index + 2]?.normal ?? '');
}

/** "which one does X cite": what is asked for is the object. */
function asksForObject(text: string, word: Word): boolean {
  return /\b(?:does|do|did)\s+(?:\S+\s+){0,6}$/iu.test(text.slice(0, word.start));
}

/** Direction from the known node to the one asked for that the words tell, between nodes of one type. */
function toldDirection(model: QuestionModel, match: SchemaMatch): Step['direction'] {
  const word = model.words[match.index];
  const object = word !== undefined && asksForObject(model.text, word);
  const turned =
    [isPassive(model.words, match.index), object, match.inverse].filter(Boolean).length % 2 === 1;
  return turned ? 'out' : 'in';
}

function wordsUsed(tree: Tree, used: Set<number>): Set<number> {
  for (const branch of tree.children) {
    if (branch.word >= 0) used.add(branch.word);
    wordsUsed(branch.tree, used);
  }
  return used;
}

/**
 * Returns what steps between nodes cost. A word that speaks of the relation pays for its step, each word for one step
 * of a tree; a step that nothing speaks of costs more the more relations join the two types.
 */
export function createStepScorer(model: QuestionModel, weights: GraphWeights, stepCost: number): StepScorer {
  const joins = new Map<string, number>();
  const within = new Set<string>();
  for (const { name, domain, range } of model.schema.relations) {
    for (const pair of [`${domain}|${range}`, `${range}|${domain}`])
      joins.set(pair, (joins.get(pair) ?? 0) + 1);
    if (domain === range) within.add(name);
  }
  const unworded = (from: string, to: string): number =>
    stepCost + weights.unworded * Math.log(Math.max(1, joins.get(`${from}|${to}`) ?? 1));

  return (step, child, targetType) => {
    const matches = model.matches.relations.get(step.relation) ?? [];
    let best = { word: -1, gain: 0, cost: unworded(child.type, targetType) };
    if (matches.length === 0) return best;
    const used = wordsUsed(child, new Set());
    for (const match of matches) {
      if (used.has(match.index) || (child.gains[match.index] ?? 0) > 0) continue;
      const against = within.has(step.relation) && toldDirection(model, match) !== step.direction;
      const cost = stepCost + (against ? weights.direction : 0);
      const gain = weights.relationWord * match.quality;
      if (gain - cost > best.gain - best.cost) best = { word: match.index, gain, cost };
    }
    return best;
  };
}
