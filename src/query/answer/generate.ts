import type { QuestionAnalysis } from '../../domain/question.ts';
import type { Trace } from '../../domain/trace.ts';
import { TrellisError } from '../../errors.ts';
import type { CallBudget } from '../../models/budget.ts';
import type { Chat } from '../../models/chat.ts';
import type { Prompts } from '../../models/prompts.ts';
import type { Cited, Draft } from './draft.ts';
import { extract, withoutMarks } from './extract.ts';
import { type GroundedSentence, ground } from './ground.ts';
import type { Source } from './sources.ts';

interface GenerateDependencies {
  readonly chat: Chat;
  readonly prompts: Prompts;
  readonly countTokens: (text: string) => number;
  /** Tokens of sources in the prompt. */
  readonly contextTokens: number;
}

/** What one question may spend. */
export interface GenerateRequest {
  readonly analysis: QuestionAnalysis;
  readonly budget: CallBudget;
  readonly trace: Trace;
  readonly signal?: AbortSignal;
}

const MAX_ANSWER_TOKENS = 400;
const REFUSAL = /^\W*INSUFFICIENT\b/u;

function shown(source: Source, number: number): string {
  const { node, entity, evidence } = source;
  const title = entity?.name ?? [node?.document.title, node?.sectionPath].filter(Boolean).join(' / ');
  return `[${number}] ${withoutMarks(`${title}\n${evidence.text}`)}`;
}

function fitting(sources: readonly Source[], count: (text: string) => number, limit: number): Source[] {
  let used = 0;
  return sources.filter((source, index) => {
    used += count(shown(source, index + 1));
    return index === 0 || used <= limit;
  });
}

/** The words of each source that bear the sentences out, and the sentences with marks in order of first use. */
function toDraft(
  analysis: QuestionAnalysis,
  kept: readonly GroundedSentence[],
  sources: readonly Source[],
): Draft {
  const order = [...new Set(kept.flatMap(({ marks }) => marks))];
  const text = kept.map((sentence) => {
    const marks = sentence.marks.map((mark) => `[${order.indexOf(mark) + 1}]`).join('');
    const stop = /[.!?…]+$/u.exec(sentence.text)?.[0] ?? '';
    return `${sentence.text.slice(0, sentence.text.length - stop.length)} ${marks}${stop}`;
  });
  const cited = order.flatMap((mark): Cited[] => {
    const source = sources[mark - 1];
    if (source === undefined) return [];
    const found = extract(analysis, source.evidence.text, source.support);
    return [{ source, span: found ?? { start: 0, end: source.evidence.text.length } }];
  });
  return { text: text.join(' '), cited };
}

async function complete(
  dependencies: GenerateDependencies,
  request: GenerateRequest,
  sources: readonly Source[],
) {
  const { chat, prompts } = dependencies;
  const prompt = prompts.render('answer-question', {
    language: request.analysis.language === 'es' ? 'Spanish' : 'the language of the question',
    question: request.analysis.text,
    sources: sources.map((source, index) => shown(source, index + 1)).join('\n\n'),
  });
  const { budget, signal } = request;
  return await chat.complete({
    prompt,
    maxTokens: MAX_ANSWER_TOKENS,
    temperature: 0,
    budget,
    ...(signal === undefined ? {} : { signal }),
  });
}

/** A refusal or nonsense is the model's own fault: the sources' own words answer then. Other faults are thrown. */
function isModelFault(error: unknown): boolean {
  return (
    error instanceof TrellisError &&
    (error.code === 'TRELLIS_MODEL_REFUSED' || error.code === 'TRELLIS_MODEL_OUTPUT_INVALID')
  );
}

/**
 * Returns an answer that a chat model wrote from the sources, with every sentence checked against what it cites;
 * undefined when the model gives up or nothing it wrote holds. One call in most cases. Throws what the model throws
 * when it can't be reached, and `TRELLIS_MODEL_BUDGET_EXCEEDED`.
 */
export function createGenerate(
  dependencies: GenerateDependencies,
): (request: GenerateRequest, sources: readonly Source[]) => Promise<Draft | undefined> {
  return async (request, sources) => {
    const context = fitting(sources, dependencies.countTokens, dependencies.contextTokens);
    try {
      const { text } = await complete(dependencies, request, context);
      if (REFUSAL.test(text)) {
        request.trace.add('generate', 'the model says that the sources do not answer');
        return undefined;
      }
      const passages = context.map(({ evidence }) => `${evidence.context}\n${evidence.text}`);
      const { kept, dropped } = ground(text, passages);
      request.trace.add('generate', `${kept.length} sentences kept, ${dropped.length} dropped`, { dropped });
      return kept.length === 0 ? undefined : toDraft(request.analysis, kept, context);
    } catch (error) {
      if (!isModelFault(error)) throw error;
      request.trace.add('generate', 'the model refused or answered in no usable form');
      return undefined;
    }
  };
}
