import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../config.ts';
import { type AskRequest, PIPELINES, type PipelineName } from '../domain/api/ask.ts';

/** Flags that `ask` and `search` share. */
export interface QuestionFlags {
  readonly tenant?: string;
  readonly groups?: readonly string[];
  readonly pipeline?: PipelineName;
  readonly limit?: number;
  readonly documents?: readonly string[];
  readonly tags?: readonly string[];
  readonly classification?: readonly string[];
  readonly trace?: boolean;
  readonly json?: boolean;
}

const MAX_LIMIT = 100;

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function limitOf(value: string): number {
  const limit = Number(value);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_LIMIT}.`);
}

/** Adds the shared flags to a command. */
export function addQuestionFlags(command: Command): Command {
  return command
    .option('--tenant <name>', 'tenant to ask in (TRELLIS_TENANT)')
    .option('--groups <names>', 'ask as a reader of these comma-separated groups; absent: as owner', listOf)
    .addOption(
      new Option('--pipeline <name>', 'how to retrieve (default: ask auto, search text)').choices([
        ...PIPELINES,
      ]),
    )
    .option('--limit <number>', 'most sources shown', limitOf)
    .option('--documents <ids>', 'only these documents, comma-separated ids', listOf)
    .option('--tags <names>', 'only documents with any of these tags', listOf)
    .option('--classification <names>', 'only documents filed under one of these', listOf)
    .option('--trace', 'show every step')
    .option('--json', 'print one JSON object');
}

function given<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

/** Returns the request that a question and the flags make. */
export function toRequest(question: string, flags: QuestionFlags, config: Config): AskRequest {
  const filters = {
    ...given('documents', flags.documents && [...flags.documents]),
    ...given('tags', flags.tags && [...flags.tags]),
    ...given('classification', flags.classification && [...flags.classification]),
  };
  return {
    question,
    tenant: flags.tenant ?? config.TRELLIS_TENANT,
    ...given('groups', flags.groups && [...flags.groups]),
    ...given('pipeline', flags.pipeline),
    ...given('limit', flags.limit),
    ...given('trace', flags.trace),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
  };
}
