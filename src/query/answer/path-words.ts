import type { PathShape } from '../../domain/api/citation.ts';
import type { GraphPath } from '../../domain/candidate.ts';

/** Returns a relation type as words: `WORKS_FOR` and `worksFor` become `works for`. */
export function relationWords(relation: string): string {
  return relation
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[_\-\s]+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** Returns a path for people and programs; `text` is one clause a step: `Ada Ruiz works for Norvane; Norvane …`. */
export function pathShape(path: GraphPath): PathShape {
  let from = path.startName;
  const clauses: string[] = [];
  for (const step of path.steps) {
    const words = relationWords(step.relation);
    clauses.push(
      step.direction === 'out' ? `${from} ${words} ${step.nodeName}` : `${step.nodeName} ${words} ${from}`,
    );
    from = step.nodeName;
  }
  return {
    start: { id: path.startId, name: path.startName, type: path.startType },
    steps: path.steps.map(({ relation, direction, nodeId, nodeName, nodeType }) => ({
      relation,
      direction,
      node: { id: nodeId, name: nodeName, type: nodeType },
    })),
    text: clauses.length === 0 ? path.startName : clauses.join('; '),
  };
}
