import type { Scope } from '../../domain/access.ts';
import type { Candidate } from '../../domain/candidate.ts';
import type { QuestionAnalysis } from '../../domain/question.ts';
import type { Database } from '../../store/driver.ts';
import {
  entities as readEntities,
  profiles as readProfiles,
  type StoredEntity,
  type StoredProfile,
  type StoredTreeNode,
  treeNodes,
} from '../../store/nodes.ts';
import type { CollectionStatistics } from '../bm25.ts';
import type { TextAnalysis } from '../lexical/analysed-text.ts';
import type { QuestionStatistics } from '../question-statistics.ts';
import { demandOf } from './demand.ts';
import { pathShape } from './path-words.ts';
import { type Demand, type Evidence, type Support, support } from './support.ts';

/** A candidate with what stands behind it, and how far that supports an answer. */
export interface Source {
  readonly candidate: Candidate;
  /** The node of a passage; absent for entities. */
  readonly node?: StoredTreeNode;
  /** Absent for passages. */
  readonly entity?: StoredEntity;
  readonly evidence: Evidence;
  readonly support: Support;
}

/** Sources in the order of their candidates, and what was demanded of them. */
export interface Sources {
  readonly demand: Demand;
  readonly sources: readonly Source[];
}

function addCounts(a: CollectionStatistics, b: CollectionStatistics): CollectionStatistics {
  const byTerm = new Map(a.byTerm);
  for (const [term, count] of b.byTerm) byTerm.set(term, (byTerm.get(term) ?? 0) + count);
  return { nodes: a.nodes + b.nodes, tokens: a.tokens + b.tokens, byTerm };
}

/** What the paths of a candidate say: names and relations, and the texts of passages that state them. */
function pathContext(candidate: Candidate, linked: ReadonlyMap<string, StoredTreeNode>): string[] {
  return (candidate.paths ?? []).flatMap((path) => [
    pathShape(path).text,
    ...path.sources.flatMap((id) => (id === candidate.id ? [] : (linked.get(id)?.text ?? []))),
  ]);
}

function passageEvidence(node: StoredTreeNode, more: readonly string[]): Evidence {
  const { title, language } = node.document;
  return { text: node.text, context: [title, node.sectionPath, ...more].join('\n'), language };
}

function entityEvidence(
  entity: StoredEntity,
  profile: StoredProfile | undefined,
  more: readonly string[],
): Evidence {
  const context = [entity.name, entity.type.replaceAll(/[_-]/gu, ' '), ...more].join('\n');
  return { text: profile?.text ?? entity.name, context, language: profile?.language ?? 'und' };
}

/** Reads what stands behind candidates and weighs it against the question. */
export type ReadSources = (
  analysis: QuestionAnalysis,
  scope: Scope,
  candidates: readonly Candidate[],
) => Promise<Sources>;

/** Returns the reader of sources; what went away since it was found is left out. A handful of reads at once. */
export function createSources(
  database: Database,
  statisticsOf: QuestionStatistics,
  analyse: TextAnalysis,
): ReadSources {
  return async (analysis, scope, candidates) => {
    const passageIds = candidates.filter(({ kind }) => kind !== 'entity').map(({ id }) => id);
    const linkedIds = candidates.flatMap(({ paths = [] }) => paths.flatMap((path) => path.sources));
    const entityIds = candidates.filter(({ kind }) => kind === 'entity').map(({ id }) => id);
    const [statistics, nodes, entities, profiles] = await Promise.all([
      statisticsOf(analysis, scope),
      treeNodes(database, scope, [...new Set([...passageIds, ...linkedIds])]),
      readEntities(database, scope, entityIds),
      readProfiles(database, scope, entityIds),
    ]);
    const demand = demandOf(analysis, addCounts(statistics.chunk, statistics.profile));
    const nodeById = new Map(nodes.map((node) => [node.id, node]));
    const entityById = new Map(entities.map((entity) => [entity.id, entity]));
    const profileOf = new Map(profiles.toReversed().map((profile) => [profile.entityId, profile]));
    const sources = candidates.flatMap((candidate): Source[] => {
      const more = pathContext(candidate, nodeById);
      const node = candidate.kind === 'entity' ? undefined : nodeById.get(candidate.id);
      if (node !== undefined) {
        const evidence = passageEvidence(node, more);
        return [{ candidate, node, evidence, support: support(demand, evidence, analyse) }];
      }
      const entity = entityById.get(candidate.id);
      if (entity === undefined) return [];
      const evidence = entityEvidence(entity, profileOf.get(entity.id), more);
      return [{ candidate, entity, evidence, support: support(demand, evidence, analyse) }];
    });
    return { demand, sources };
  };
}
