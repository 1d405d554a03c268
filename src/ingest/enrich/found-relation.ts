/** A relation as a rule found it; offsets are characters of the chunk's text. */
export interface FoundRelation {
  readonly sourceId: string;
  readonly type: string;
  readonly targetId: string;
  readonly nodeId: string;
  readonly sentence: string;
  readonly confidence: number;
  /** What the pattern asks for: the source's question that the target answers, where there is one. */
  readonly question?: { readonly en: string; readonly es: string };
  /** Where the target is named. */
  readonly targetSpan: readonly [number, number];
  /** Whether the sentence itself names the source. */
  readonly named: boolean;
  /** How many targets the sentence gives for this source and type. */
  readonly targets: number;
}
