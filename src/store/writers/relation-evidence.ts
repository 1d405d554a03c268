/** One tree node that states a relation. */
export interface Evidence {
  /** Id of the tree node. */
  readonly source: string;
  /** Access key of that node's document. */
  readonly acl: string;
  readonly confidence: number;
  readonly origin: string;
  readonly sentence: string;
}

/** A relation between two entities, by its ends and type. */
export interface RelationKey {
  readonly sourceId: string;
  readonly type: string;
  readonly targetId: string;
}

/**
 * Properties of a relation between entities that documents state. The lists run in parallel, one place a source,
 * sorted by source: a reader takes only places whose `sourceAcls` he may see.
 */
export interface RelationProperties {
  readonly tenant: string;
  /** Union of `sourceAcls`. */
  readonly acl: string;
  readonly sources: readonly string[];
  readonly sourceAcls: readonly string[];
  readonly confidences: readonly number[];
  readonly origins: readonly string[];
  readonly sentences: readonly string[];
  /** The highest of `confidences`. */
  readonly confidence: number;
  /** That of the source with the highest confidence. */
  readonly origin: string;
  /** That of the source with the highest confidence; only where every reader of the relation may read it. */
  readonly sentence?: string;
}

/** Returns a key for maps. */
export function relationId({ sourceId, type, targetId }: RelationKey): string {
  return JSON.stringify([sourceId, type, targetId]);
}

/** Returns the evidence that a relation's properties hold. */
export function evidenceOf(properties: RelationProperties): Evidence[] {
  return properties.sources.map((source, index) => ({
    source,
    acl: properties.sourceAcls[index] ?? properties.acl,
    confidence: properties.confidences[index] ?? properties.confidence,
    origin: properties.origins[index] ?? properties.origin,
    sentence: properties.sentences[index] ?? '',
  }));
}

/** Returns the evidence without that of nodes whose id starts with one of `prefixes`. */
export function withoutSources(evidence: readonly Evidence[], prefixes: readonly string[]): Evidence[] {
  return evidence.filter(({ source }) => !prefixes.some((prefix) => source.startsWith(prefix)));
}

const before = (a: Evidence, b: Evidence): number => (a.source < b.source ? -1 : a.source > b.source ? 1 : 0);

/** The more confident, then the first by source, is what a relation shows of itself. */
function strongest(evidence: readonly Evidence[]): Evidence | undefined {
  return evidence.reduce<Evidence | undefined>(
    (best, next) => (best === undefined || next.confidence > best.confidence ? next : best),
    undefined,
  );
}

/**
 * Returns the properties that this evidence makes, the same whatever its order; a source counts once, by its most
 * confident statement. `acl` is the union of the access keys of the evidence. Undefined without evidence.
 */
export function relationProperties(
  tenant: string,
  acl: string,
  evidence: readonly Evidence[],
): RelationProperties | undefined {
  const bySource = new Map<string, Evidence>();
  for (const item of evidence) {
    const known = bySource.get(item.source);
    if (known === undefined || item.confidence > known.confidence) bySource.set(item.source, item);
  }
  const sorted = [...bySource.values()].sort(before);
  const best = strongest(sorted);
  if (best === undefined) return undefined;
  const oneKey = new Set(sorted.map((item) => item.acl)).size === 1;
  return {
    tenant,
    acl,
    sources: sorted.map((item) => item.source),
    sourceAcls: sorted.map((item) => item.acl),
    confidences: sorted.map((item) => item.confidence),
    origins: sorted.map((item) => item.origin),
    sentences: sorted.map((item) => item.sentence),
    confidence: best.confidence,
    origin: best.origin,
    ...(oneKey ? { sentence: best.sentence } : {}),
  };
}
