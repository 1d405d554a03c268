import type { EdgeGroup, Step } from './graph-reader.ts';

/** Where a tree's words come from: a linked name, the node's text, a value of it. */
export type Ground = 'link' | 'text' | 'property';

/** A node with what it accounts for of the question, by itself and through its neighbours. */
export interface Tree {
  readonly id: string;
  readonly type: string;
  /** What each word of the question is worth here. */
  readonly gains: Float64Array;
  /** Sum of the costs of all steps. */
  readonly cost: number;
  /** Sum of gains less cost. */
  readonly total: number;
  readonly children: readonly Branch[];
}

/** A step from a node to a neighbour with its own tree. `step` is seen from the neighbour. */
export interface Branch {
  readonly step: Step;
  readonly tree: Tree;
  /** Word of the question that speaks of the step; −1 when none does. */
  readonly word: number;
  readonly gain: number;
  readonly cost: number;
}

/** What a step costs and which word speaks for it. */
export type StepScorer = (
  step: Step,
  child: Tree,
  targetType: string,
) => { word: number; gain: number; cost: number };

/** Returns the tree of a node alone. */
export function leaf(id: string, type: string, gains: Float64Array): Tree {
  return { id, type, gains, cost: 0, total: sum(gains), children: [] };
}

function sum(gains: Float64Array): number {
  let total = 0;
  for (const gain of gains) total += gain;
  return total;
}

/** Whether a node stands anywhere in a tree. */
export function contains(tree: Tree, id: string): boolean {
  return tree.id === id || tree.children.some((branch) => contains(branch.tree, id));
}

/** What adding a branch brings beyond `gains`. */
function added(gains: Float64Array, branch: Branch): number {
  let more = -branch.cost - branch.tree.cost;
  for (const [at, gain] of branch.tree.gains.entries()) {
    const own = at === branch.word ? Math.max(gain, branch.gain) : gain;
    const had = gains[at] ?? 0;
    if (own > had) more += own - had;
  }
  return more;
}

function absorb(gains: Float64Array, branch: Branch): void {
  for (const [at, gain] of branch.tree.gains.entries()) {
    const own = at === branch.word ? Math.max(gain, branch.gain) : gain;
    if (own > (gains[at] ?? 0)) gains[at] = own;
  }
}

const branchTotal = (branch: Branch): number => branch.tree.total + branch.gain - branch.cost;

function branchOrder(a: Branch, b: Branch): number {
  return branchTotal(b) - branchTotal(a) || (a.tree.id < b.tree.id ? -1 : a.tree.id > b.tree.id ? 1 : 0);
}

/**
 * Returns the tree of a node with the branches that account for most of the question together, chosen greedily: each
 * word counts once, a branch must bring more than it costs. This is keyword search by answer trees (Bhalotia et al.
 * 2002, "Keyword searching and browsing in databases using BANKS") with typed, worded steps.
 */
export function grow(
  own: Tree,
  branches: readonly Branch[],
  limits: { readonly maxBranches: number; readonly tried: number },
): Tree {
  const gains = Float64Array.from(own.gains);
  const chosen: Branch[] = [];
  const open = [...branches].sort(branchOrder).slice(0, limits.tried);
  let cost = own.cost;
  while (chosen.length < limits.maxBranches) {
    let best: Branch | undefined;
    let most = 0;
    for (const branch of open) {
      if (chosen.includes(branch)) continue;
      const more = added(gains, branch);
      if (more > most + 1e-9) {
        most = more;
        best = branch;
      }
    }
    if (best === undefined) break;
    absorb(gains, best);
    cost += best.cost + best.tree.cost;
    chosen.push(best);
  }
  return { id: own.id, type: own.type, gains, cost, total: sum(gains) - cost, children: chosen };
}

/** Returns, for every node that the edges reach, the branches that lead to the trees they start from. */
export function branchesByNode(
  trees: ReadonlyMap<string, Tree>,
  edges: readonly EdgeGroup[],
  score: StepScorer,
): Map<string, { type: string; branches: Branch[] }> {
  const reached = new Map<string, { type: string; branches: Branch[] }>();
  for (const edge of edges) {
    const tree = trees.get(edge.from);
    if (tree === undefined) continue;
    const step = { relation: edge.relation, direction: edge.direction };
    const branch: Branch = { step, tree, ...score(step, tree, edge.type) };
    for (const id of edge.to) {
      if (tree.children.length > 0 && contains(tree, id)) continue;
      const entry = reached.get(id) ?? { type: edge.type, branches: [] };
      entry.branches.push(branch);
      reached.set(id, entry);
    }
  }
  return reached;
}
