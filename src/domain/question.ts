/** A word of the question that carries meaning, with every stem under which it may be indexed. */
export interface QueryTerm {
  /** Lower case, accents folded. */
  readonly word: string;
  readonly variants: readonly string[];
}

/** A span of the question that may name something in the graph. */
export interface EntityLink {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Best first; ties by id. */
  readonly candidates: readonly LinkCandidate[];
}

/** An entity that a span of the question may name. */
export interface LinkCandidate {
  readonly entityId: string;
  readonly name: string;
  readonly type: string;
  /** 0 to 1. */
  readonly score: number;
  readonly how: 'exact' | 'alias' | 'acronym' | 'inflected' | 'fuzzy' | 'partial' | 'vector';
}

/** What the question tells without any model. Offsets are characters of `text`. */
export interface QuestionAnalysis {
  readonly text: string;
  readonly language: string;
  readonly terms: readonly QueryTerm[];
  readonly numbers: readonly string[];
  readonly dates: readonly string[];
  readonly negated: boolean;
  readonly links: readonly EntityLink[];
  /** Types of the graph that the question asks for, best first; empty when unknown. */
  readonly answerTypes: readonly string[];
  /** person, place, date, number, amount, yes-no, list, definition, reason, count or other. */
  readonly answerForm: string;
}
