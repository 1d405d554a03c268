/** What embedding a batch reports and obeys. `done` counts texts. */
export interface EmbedOptions {
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Tokens of one text with a unit vector each; special tokens left out. */
export interface TokenVectors {
  readonly tokens: string[];
  readonly vectors: Float32Array[];
}

/** One source of vectors: the ONNX model in this process, or a service. */
export interface EmbeddingBackend {
  /** Provider, model and a hash of everything that changes a vector. */
  readonly id: string;
  /** Length of a vector. */
  readonly dimensions: number;
  /** Tokens read at once, special tokens included. */
  readonly maxTokens: number;
  /** Special tokens that every text is given; `maxTokens - specialTokens` are left for its own. */
  readonly specialTokens: number;
  /** Put in front of a question or a passage before it is embedded. */
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  countTokens(text: string): number;
  /** Returns one unit vector a text, in order; `onBatch` is told of each finished part. Texts may repeat. */
  embed(
    texts: readonly string[],
    options: {
      readonly urgent: boolean;
      readonly signal: AbortSignal | undefined;
      readonly onBatch: (indexes: readonly number[], vectors: readonly Float32Array[]) => void;
    },
  ): Promise<void>;
  tokenVectors(text: string): Promise<TokenVectors>;
  close(): Promise<void>;
}
