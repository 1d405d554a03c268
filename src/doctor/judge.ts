import type { DoctorCheck, DoctorReport } from '../domain/api/doctor.ts';
import type { ModelEntry } from '../models/list-models.ts';
import type { DiskFacts, GraphFacts, SetupFacts } from './facts.ts';
import { judgeLanguages } from './judge-languages.ts';

/** Free space in MiB below which the next write or fetch fails: fetching Neo4j alone takes 152. */
export const DISK_FAIL_MB = 256;

/** Free space in MiB below which one should look: less does not hold a rebuild of the indexes beside the old ones. */
export const DISK_WARN_MB = 1024;

const ORDER = ['ok', 'warn', 'fail'] as const;

/** Returns the report on a set-up, checks in a fixed order. Pure: the facts are all it knows. */
export function judge(facts: SetupFacts): DoctorReport {
  const checks = [
    judgeJava(facts),
    judgeDatabase(facts),
    ...judgeGraph(facts),
    judgeEmbedding(facts),
    ...facts.models.flatMap((entry) => judgeModel(entry, facts)),
    ...facts.disks.map(judgeDisk),
  ];
  const worst = Math.max(...checks.map(({ status }) => ORDER.indexOf(status)));
  return { status: ORDER[worst] ?? 'ok', checks };
}

function judgeJava({ java, embedded }: SetupFacts): DoctorCheck {
  const name = 'java';
  if (java.version !== undefined) return { name, status: 'ok', message: `Java ${java.version} is here.` };
  const use = embedded ? 'the embedded Neo4j and for PDF files' : 'PDF files';
  return {
    name,
    status: 'warn',
    message: `There is no Java ${java.minimum} or newer for ${use}.`,
    advice: 'Install one and set JAVA_HOME, or let the next use fetch one by pip.',
  };
}

function judgeDatabase({ database, embedded }: SetupFacts): DoctorCheck {
  const name = 'database';
  if (database.state === 'failed') {
    const { code, message } = database.problem;
    return { name, status: 'fail', message: `${code}: ${message}` };
  }
  if (database.state === 'stopped') {
    const message = 'The embedded Neo4j is not running, so the graph was not looked at.';
    return { name, status: 'warn', message, advice: 'Run: trellis db start, then trellis doctor again.' };
  }
  const { version, edition, address } = database;
  const whose = embedded ? 'embedded' : 'your own';
  return { name, status: 'ok', message: `Neo4j ${version} ${edition} (${whose}) answers at ${address}.` };
}

function judgeGraph(facts: SetupFacts): DoctorCheck[] {
  const { graph } = facts;
  if (graph === undefined) return [];
  if (!graph.ok) {
    const { code, message } = graph.problem;
    return [{ name: 'indexes', status: 'fail', message: `${code}: ${message}` }];
  }
  const embedding = facts.models.find(({ role }) => role === 'embeddings')?.name ?? 'the embedding model';
  return [
    judgeIndexes(graph.value),
    judgeGraphModel(graph.value, facts),
    judgeLanguages(graph.value.languages, facts.languages, embedding),
  ];
}

function judgeIndexes({ indexes }: GraphFacts): DoctorCheck {
  const name = 'indexes';
  if (!indexes.ok)
    return { name, status: 'fail', message: `${indexes.problem.code}: ${indexes.problem.message}` };
  const { missing, populating } = indexes.value;
  if (missing.length > 0) {
    const message = `${missing.length} indexes are missing: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}.`;
    return { name, status: 'warn', message, advice: 'The next command makes them: trellis docs list.' };
  }
  if (populating.length === 0) return { name, status: 'ok', message: 'All indexes are online.' };
  const message = `These indexes are still being filled: ${populating.join(', ')}.`;
  return { name, status: 'warn', message, advice: 'Wait, then run trellis doctor again.' };
}

function judgeGraphModel({ model, hasVectors }: GraphFacts, { embedding }: SetupFacts): DoctorCheck {
  const name = 'graph-model';
  if (model === undefined || !hasVectors)
    return { name, status: 'ok', message: 'The graph has no vectors yet.' };
  const advice = 'Run: trellis models reembed, or set EMBEDDING_MODEL back.';
  if (model.pending !== undefined) {
    const message = `The graph is half changed from ${model.id} to ${model.pending}.`;
    return { name, status: 'fail', message, advice: 'Finish it: trellis models reembed.' };
  }
  if (embedding === undefined || !embedding.ok) {
    const message = `The graph's vectors are of ${model.id}; there is no model to compare with.`;
    return { name, status: 'warn', message };
  }
  const { id, dimensions } = embedding.value;
  if (id === model.id && dimensions === model.dimensions)
    return { name, status: 'ok', message: "The graph's vectors are of this embedding model." };
  const message = `The graph's vectors are of ${model.id} (${model.dimensions} dimensions), the settings name ${id} (${dimensions}).`;
  return { name, status: 'fail', message, advice };
}

function judgeEmbedding({ models, embedding }: SetupFacts): DoctorCheck {
  const name = 'embedding';
  const model = models.find(({ role }) => role === 'embeddings')?.name ?? '';
  if (embedding === undefined) {
    const message = `The embedding model ${model} is not on this machine.`;
    return { name, status: 'fail', message, advice: 'Run: trellis models fetch.' };
  }
  if (embedding.ok)
    return { name, status: 'ok', message: `The embedding model ${embedding.value.id} works.` };
  return { name, status: 'fail', message: `${embedding.problem.code}: ${embedding.problem.message}` };
}

function judgeModel({ role, name: model, state, location }: ModelEntry, facts: SetupFacts): DoctorCheck[] {
  if (role === 'embeddings') return [];
  if (state === 'off') return [{ name: role, status: 'ok', message: 'None is set; none is needed.' }];
  if (state === 'missing') {
    const message = `The file ${location ?? model} is not there.`;
    return [{ name: role, status: 'fail', message, advice: 'Mend CHAT_MODEL, or fetch the file.' }];
  }
  if (role === 'chat' && facts.chatKeyMissing) {
    const message = `${model} is asked at OpenAI without a key.`;
    return [{ name: role, status: 'fail', message, advice: 'Set CHAT_API_KEY, or CHAT_BASE_URL.' }];
  }
  if (state === 'ready') return [{ name: role, status: 'ok', message: `${model} is on this machine.` }];
  const message = `${model} is a service, which was not called (trellis models check does).`;
  return [{ name: role, status: 'ok', message }];
}

function judgeDisk({ purpose, folder, freeMb }: DiskFacts): DoctorCheck {
  const status = freeMb < DISK_FAIL_MB ? 'fail' : freeMb < DISK_WARN_MB ? 'warn' : 'ok';
  const message = `${freeMb} MiB are free for ${purpose} in ${folder}.`;
  if (status === 'ok') return { name: 'disk', status, message };
  const setting = purpose === 'data' ? 'TRELLIS_DATA_DIR' : 'TRELLIS_CACHE_DIR';
  return { name: 'disk', status, message, advice: `Free some space, or set ${setting} to another disk.` };
}
