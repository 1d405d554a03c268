import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Which weights of a folder are used: file under `onnx/` and the runtime's name for it, best first. */
export const WEIGHTS = [
  { file: 'model_quantized.onnx', dtype: 'q8' },
  { file: 'model.onnx', dtype: 'fp32' },
] as const;

/** File beside a model that came from the hub: which name and revision it was fetched by. */
export const HUB_MARK = 'fetched.json';

/** What a fetch reports while it runs. `total` is 0 while unknown; both in bytes or in files, as `label` says. */
export interface FetchOptions {
  readonly onProgress?: ((done: number, total: number, label: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns which weights `folder` holds, or undefined when it is not a complete model. */
export function findWeights(folder: string): (typeof WEIGHTS)[number] | undefined {
  if (!existsSync(join(folder, 'tokenizer.json')) || !existsSync(join(folder, 'config.json')))
    return undefined;
  return WEIGHTS.find(({ file }) => existsSync(join(folder, 'onnx', file)));
}
