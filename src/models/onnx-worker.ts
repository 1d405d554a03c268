import { parentPort, workerData } from 'node:worker_threads';
import { AutoModel, type PreTrainedModel, Tensor } from '@huggingface/transformers';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './onnx-protocol.ts';
import { type HiddenStates, listTokens, poolTexts } from './pool-vectors.ts';

/**
 * Runs the network in a thread of its own: the runtime computes synchronously and would stop the event loop.
 * Takes `WorkerRequest`, answers each with one `WorkerReply`. Reads local files only.
 */
const settings = workerData as WorkerSettings;

function loadModel(): Promise<PreTrainedModel> {
  return AutoModel.from_pretrained(settings.folder, {
    dtype: settings.dtype as 'q8' | 'fp32',
    device: 'cpu',
    local_files_only: true,
    session_options: {
      intraOpNumThreads: settings.threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      // Waiting threads would spin and take the cores from the database.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    },
  });
}

function toFeeds({ ids, lengths }: WorkerRequest): { feeds: Record<string, Tensor>; width: number } {
  const width = Math.max(...lengths);
  const size = lengths.length * width;
  const input = new BigInt64Array(size);
  const mask = new BigInt64Array(size);
  let offset = 0;
  lengths.forEach((length, text) => {
    for (let token = 0; token < length; token += 1) {
      input[text * width + token] = BigInt(ids[offset + token] ?? 0);
      mask[text * width + token] = 1n;
    }
    offset += length;
  });
  const shape = [lengths.length, width];
  const feeds = {
    input_ids: new Tensor('int64', input, shape),
    attention_mask: new Tensor('int64', mask, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(size), shape),
  };
  return { feeds, width };
}

async function compute(model: PreTrainedModel, request: WorkerRequest): Promise<WorkerReply> {
  const { feeds, width } = toFeeds(request);
  const outputs: Record<string, Tensor> = await model(feeds);
  const output = outputs['last_hidden_state'] ?? outputs['token_embeddings'];
  const dimensions = output?.dims[2];
  if (output === undefined || dimensions === undefined) {
    const names = Object.keys(outputs).join(', ');
    // Only its message crosses to the main thread, which gives it the code.
    throw new Error(`the model gives ${names}, not one vector a token (last_hidden_state)`);
  }
  const hidden: HiddenStates = { data: output.data as Float32Array, width, dimensions };
  const { output: wanted, lengths } = request;
  const vectors = wanted === 'tokens' ? listTokens(hidden, lengths) : poolTexts(hidden, lengths, wanted);
  return { id: request.id, vectors, dimensions };
}

const port = parentPort;
if (port !== null) {
  const loading = loadModel();
  // Answered through the requests; without this line an early failure would end the thread first.
  loading.catch(() => undefined);
  port.on('message', async (request: WorkerRequest) => {
    try {
      const reply = await compute(await loading, request);
      port.postMessage(reply, 'vectors' in reply ? [reply.vectors.buffer as ArrayBuffer] : []);
    } catch (error) {
      port.postMessage({ id: request.id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}
