import type { Candidate, GraphPath, PathStep } from '../../domain/candidate.ts';
import type { Branch, Tree } from './answer-trees.ts';
import type { EntityRecord, GraphReader } from './graph-reader.ts';
import type { Found } from './search-graph.ts';

/** Most paths shown for one candidate. */
const MAX_PATHS = 6;

interface Walk {
  readonly start: Tree;
  /** From the start to the answer. */
  readonly steps: readonly { readonly branch: Branch; readonly to: Tree }[];
}

function walksOf(tree: Tree): Walk[] {
  return tree.children.flatMap((branch): Walk[] => {
    const last = { branch, to: tree };
    const inner = walksOf(branch.tree);
    if (inner.length === 0) return [{ start: branch.tree, steps: [last] }];
    return inner.map(({ start, steps }) => ({ start, steps: [...steps, last] }));
  });
}

function idsOf(tree: Tree): string[] {
  return [tree.id, ...tree.children.flatMap((branch) => idsOf(branch.tree))];
}

function toPath({ start, steps }: Walk, records: ReadonlyMap<string, EntityRecord>): GraphPath {
  return {
    startId: start.id,
    startName: records.get(start.id)?.name ?? start.id,
    startType: start.type,
    steps: steps.map(
      ({ branch, to }): PathStep => ({
        relation: branch.step.relation,
        direction: branch.step.direction,
        nodeId: to.id,
        nodeName: records.get(to.id)?.name ?? to.id,
        nodeType: to.type,
      }),
    ),
    sources: [],
  };
}

/** Returns the candidates with the walks from linked nodes that support them, in the order given. One round trip. */
export async function toCandidates(found: readonly Found[], reader: GraphReader): Promise<Candidate[]> {
  const ids = [...new Set(found.flatMap(({ tree }) => idsOf(tree)))];
  const records = new Map((await reader.records(ids)).map((record) => [record.id, record]));
  return found.map(({ tree, score, parts }): Candidate => {
    const paths = walksOf(tree)
      .slice(0, MAX_PATHS)
      .map((walk) => toPath(walk, records));
    return { id: tree.id, kind: 'entity', score, parts, ...(paths.length === 0 ? {} : { paths }) };
  });
}
