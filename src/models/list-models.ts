import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import type { Folders } from '../folders.ts';
import { embeddingFolder } from './locate-model.ts';
import { findWeights } from './model-files.ts';

/** One model that the settings name. */
export interface ModelEntry {
  readonly role: 'embeddings' | 'chat' | 'reranker';
  readonly provider: string;
  readonly name: string;
  /** `ready`: on this machine; `missing`: to be fetched; `remote`: a service, not asked; `off`: not set. */
  readonly state: 'ready' | 'missing' | 'remote' | 'off';
  /** Folder, file or address. */
  readonly location?: string;
}

/** Returns the models of the settings, embeddings first. Nothing is fetched, loaded or called. */
export async function listModels(config: Config, folders: Folders): Promise<ModelEntry[]> {
  return [listEmbeddings(config, folders), listChat(config), listReranker(config)];
}

function listEmbeddings(config: Config, folders: Folders): ModelEntry {
  const entry = {
    role: 'embeddings',
    provider: config.EMBEDDING_PROVIDER,
    name: config.EMBEDDING_MODEL,
  } as const;
  if (config.EMBEDDING_PROVIDER === 'openai')
    return { ...entry, state: 'remote', ...at(config.EMBEDDING_BASE_URL) };
  const location = embeddingFolder(folders, config.EMBEDDING_MODEL);
  return { ...entry, state: findWeights(location) === undefined ? 'missing' : 'ready', location };
}

function listChat(config: Config): ModelEntry {
  const entry = { role: 'chat', provider: config.CHAT_PROVIDER, name: config.CHAT_MODEL } as const;
  if (config.CHAT_PROVIDER === 'none') return { ...entry, name: '-', state: 'off' };
  if (config.CHAT_PROVIDER === 'openai') return { ...entry, state: 'remote', ...at(config.CHAT_BASE_URL) };
  const location = resolve(config.CHAT_MODEL);
  const there = statSync(location, { throwIfNoEntry: false })?.isFile() === true;
  return { ...entry, state: there ? 'ready' : 'missing', location };
}

function listReranker(config: Config): ModelEntry {
  const entry = { role: 'reranker', provider: config.RERANKER } as const;
  if (config.RERANKER === 'none') return { ...entry, name: '-', state: 'off' };
  if (config.RERANKER === 'late') return { ...entry, name: config.EMBEDDING_MODEL, state: 'ready' };
  return { ...entry, name: config.RERANKER_MODEL, state: 'remote', ...at(config.RERANKER_URL) };
}

function at(url: string): { location?: string } {
  return url === '' ? {} : { location: url };
}
