import { Type } from 'typebox';
import type { Reader, Scope } from '../../domain/access.ts';
import type { CypherAnswer } from '../../domain/api/cypher.ts';
import type { GraphSchema } from '../../domain/graph-schema.ts';
import { TrellisError } from '../../errors.ts';
import { createBudget } from '../../models/budget.ts';
import type { Chat } from '../../models/chat.ts';
import type { Prompts } from '../../models/prompts.ts';
import type { Database, Row } from '../../store/driver.ts';
import { describeSchemas, namesOfSchemas } from './describe-schema.ts';
import { type KnownNames, scopeCypher } from './scope-cypher.ts';

interface TextToCypherDependencies {
  readonly database: Database;
  readonly chat: Chat | undefined;
  readonly prompts: Prompts;
  readonly scopeOf: (reader: Reader) => Promise<Scope>;
  /** Model calls that one question may make. */
  readonly maxCalls: number;
}

/** Answers a question by a statement that a chat model writes. At most two tries. */
export type TextToCypher = (question: string, reader: Reader, signal?: AbortSignal) => Promise<CypherAnswer>;

const AnswerSchema = Type.Object({ cypher: Type.String({ minLength: 1 }) });
const TRIES = 2;

/**
 * Returns the service. What the model writes is bound to the reader's tenant and keys (`scopeCypher`), then checked by
 * EXPLAIN and run in READ mode. Throws `TRELLIS_MODEL_UNAVAILABLE` without a chat model, `TRELLIS_QUERY_CYPHER_REFUSED`
 * when two tries gave nothing that may run, and what model and store throw.
 */
export function createTextToCypher(dependencies: TextToCypherDependencies): TextToCypher {
  const { database, chat, prompts, scopeOf, maxCalls } = dependencies;
  return async (question, reader, signal) => {
    if (chat === undefined) throw noModel();
    const { tenant, acls } = await scopeOf(reader);
    const rows = await database.read('read/graph-schemas', { tenant, acls });
    const schemas = rows.map((row) => JSON.parse(String(row['json'])) as GraphSchema);
    if (schemas.length === 0) throw refused(`Tenant ${tenant} has no imported graph.`, []);
    const budget = createBudget(maxCalls);
    const known = namesOfSchemas(schemas);
    const problems: { cypher: string; problem: string }[] = [];
    while (problems.length < TRIES) {
      const prompt = prompts.render('write-cypher', {
        schema: describeSchemas(schemas),
        question,
        problem: problems.map(({ cypher, problem }) => `This was refused (${problem}): ${cypher}`).join('\n'),
      });
      const answer = await chat.structured({
        prompt,
        schema: AnswerSchema,
        budget,
        temperature: 0,
        ...(signal === undefined ? {} : { signal }),
      });
      const { cypher } = answer.value;
      const outcome = await runScoped(database, cypher, known, { tenant, acls });
      if ('rows' in outcome) return { cypher, ...outcome, modelCalls: budget.used };
      problems.push({ cypher, problem: outcome.problem });
    }
    throw refused('The model wrote no statement that may be run.', problems);
  };
}

async function runScoped(
  database: Database,
  cypher: string,
  known: KnownNames,
  { tenant, acls }: Pick<Scope, 'tenant' | 'acls'>,
): Promise<{ readonly ran: string; readonly rows: readonly Row[] } | { readonly problem: string }> {
  const scoped = scopeCypher(cypher, known);
  if ('problem' in scoped) return scoped;
  try {
    return { ran: scoped.text, rows: await database.readGenerated(scoped.text, { tenant, acls: [...acls] }) };
  } catch (error) {
    const wrong = error instanceof TrellisError && error.code === 'TRELLIS_STORE_QUERY_FAILED';
    if (wrong) return { problem: error.message.slice(0, 300) };
    throw error;
  }
}

function noModel(): TrellisError {
  return new TrellisError(
    'TRELLIS_MODEL_UNAVAILABLE',
    'text2cypher needs a chat model: set CHAT_PROVIDER and CHAT_MODEL. `trellis ask` answers without one.',
  );
}

function refused(message: string, problems: readonly object[]): TrellisError {
  return new TrellisError('TRELLIS_QUERY_CYPHER_REFUSED', `${message} Try other words, or \`trellis ask\`.`, {
    details: { problems },
  });
}
