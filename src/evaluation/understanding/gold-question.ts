import { labelOf, propertyOf, relationshipOf } from '../../ingest/skb/graph-name.ts';
import type { Step } from '../../query/graph/graph-reader.ts';
import type { Clause } from '../forms/clause.ts';
import { evaluateClauses } from '../forms/evaluate-form.ts';
import { entitiesOf, type GoldForm } from '../forms/gold-form.ts';
import { placesOf, type SkbGraph } from '../forms/skb-graph.ts';

/** An entity of a form with the ids of the nodes that it may mean. */
export interface GoldEntity {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** Label of the node in the graph. */
  readonly type: string;
}

/** A way from an entity to the answer. */
export interface GoldWalk {
  readonly from: GoldEntity;
  readonly steps: readonly Step[];
}

/** A question's form in the terms of the stored graph: ids, labels and relationship types as they are there. */
export interface GoldQuestion {
  readonly id: string;
  readonly answerType: string;
  readonly stated: readonly GoldEntity[];
  readonly denied: readonly GoldEntity[];
  readonly walks: readonly GoldWalk[];
  /** Every clause that is no path, those inside a path's way too. */
  readonly conditions: readonly Clause[];
  /** Ids of the nodes that have the paths, and of those that meet all but words of texts. */
  readonly byPaths: ReadonlySet<string>;
  readonly byStructure: ReadonlySet<string>;
}

/** Ids in the stored graph by the ids of the suite's files. */
export type StoredIds = ReadonlyMap<string, string>;

const stored = ({ relation, direction }: Step): Step => ({ relation: relationshipOf(relation), direction });

function entityOf(graph: SkbGraph, ids: StoredIds, name: string): GoldEntity {
  const nodes = placesOf(graph, name).flatMap((place) => graph.nodes[place] ?? []);
  return {
    ids: nodes.flatMap(({ id }) => ids.get(id) ?? []),
    names: [...new Set(nodes.flatMap(({ names }) => names))],
    type: labelOf(nodes[0]?.type ?? ''),
  };
}

function walksOf(clauses: readonly Clause[], entity: (name: string) => GoldEntity): GoldWalk[] {
  return clauses.flatMap((clause): GoldWalk[] => {
    if (clause.kind === 'path') return [{ from: entity(clause.entity), steps: clause.steps.map(stored) }];
    if (clause.kind !== 'and') return [];
    const onward = clause.steps.map(stored);
    return walksOf(clause.clauses, entity).map(({ from, steps }) => ({ from, steps: [...steps, ...onward] }));
  });
}

/** Conditions with the names that properties and relations have in the stored graph. */
function conditionsOf(clauses: readonly Clause[]): Clause[] {
  return clauses.flatMap((clause): Clause[] => {
    switch (clause.kind) {
      case 'path':
        return [];
      case 'and':
        return conditionsOf(clause.clauses);
      case 'prop':
        return [{ ...clause, key: propertyOf(clause.key) }];
      case 'count':
      case 'argmax':
      case 'argmin':
        return [{ ...clause, step: stored(clause.step) }];
      default:
        return [clause];
    }
  });
}

/**
 * Returns a form in the terms of the stored graph; undefined when it names an entity or answer type that the graph
 * does not hold, or no node meets it.
 */
export function goldQuestionOf(form: GoldForm, graph: SkbGraph, ids: StoredIds): GoldQuestion | undefined {
  const entity = (name: string) => entityOf(graph, ids, name);
  const names = entitiesOf(form.clauses);
  const stated = names.stated.map(entity);
  const denied = names.denied.map(entity);
  if ([...stated, ...denied].some((entry) => entry.ids.length === 0)) return undefined;
  const set = (part: 'paths' | 'structure'): ReadonlySet<string> =>
    new Set(
      [...evaluateClauses(graph, form.clauses, form.answerType, part)].flatMap(
        (place) => ids.get(graph.nodes[place]?.id ?? '') ?? [],
      ),
    );
  const byStructure = set('structure');
  if (byStructure.size === 0) return undefined;
  return {
    id: form.id,
    answerType: labelOf(form.answerType),
    stated,
    denied,
    walks: walksOf(form.clauses, entity),
    conditions: conditionsOf(form.clauses),
    byPaths: set('paths'),
    byStructure,
  };
}
