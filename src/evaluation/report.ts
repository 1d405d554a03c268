import { hitCurves, latencyBoxes, stackedBars } from './charts.ts';
import { ERROR_CLASSES } from './error-class.ts';
import type { QuestionResult, RunSummary } from './results.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
const figure = (name: string, value: number | undefined) =>
  value === undefined ? '–' : name.endsWith('Ms') ? value.toFixed(1) : value.toFixed(3);

/**
 * Returns a run as one HTML page without scripts: measures, plots, rungs and (where it was measured) understanding by
 * pipeline, then each question with the rank of its first right result. Text from the suite is escaped.
 */
export function renderReport(
  summary: RunSummary,
  results: readonly QuestionResult[],
  run: Readonly<Record<string, unknown>>,
): string {
  const facts = Object.entries(run).map(
    ([name, value]) => `<tr><th>${html(name)}</th><td>${html(factText(value))}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${html(summary.suite)}: evaluation</title>
<style>
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;margin:1rem 0 2rem}th,td{padding:.25rem .6rem;border-bottom:1px solid #d7dce1;text-align:right}
th:first-child,td:first-child{text-align:left}svg{display:block;max-width:100%;height:auto}svg text{font-size:12px;fill:currentColor}.grid{stroke:#8886;stroke-width:.5}.axis{stroke:currentColor}details td{word-break:break-word}.best{font-weight:700}.miss{color:#b3261e}
@media(prefers-color-scheme:dark){body{color:#e6e9ec;background:#15181b}th,td{border-color:#343a40}.miss{color:#ff8a80}}
</style></head><body>
<h1>${html(summary.suite)}</h1>
<p>${summary.questions} questions.</p>
<details><summary>What was run</summary><table>${facts.join('')}</table></details>
<h2>Measures</h2>
${measureTable(summary)}
${plots(summary, results)}
<h2>Rungs</h2>
${rungTable(summary)}
${understandingPart(summary)}
<h2>Questions</h2>
<p>Rank of the first right result, by pipeline; behind a miss its cause.</p>
${questionTable(summary, results)}
</body></html>
`;
}

function measureTable({ pipelines }: RunSummary): string {
  const names = [...new Set(Object.values(pipelines).flatMap(Object.keys))];
  const lowIsGood = (name: string) => name.endsWith('Ms') || name === 'modelCalls';
  const best = (name: string) => {
    const values = Object.values(pipelines).flatMap((measures) => measures[name] ?? []);
    return lowIsGood(name) ? Math.min(...values) : Math.max(...values);
  };
  const rows = Object.entries(pipelines).map(([pipeline, measures]) => {
    const cells = names.map((name) => {
      const value = measures[name];
      return `<td${value !== undefined && value === best(name) ? ' class="best"' : ''}>${figure(name, value)}</td>`;
    });
    return `<tr><td>${html(pipeline)}</td>${cells.join('')}</tr>`;
  });
  return `<table><tr><th>pipeline</th>${names.map((name) => `<th>${html(name)}</th>`).join('')}</tr>${rows.join('')}</table>`;
}

function questionTable({ pipelines }: RunSummary, results: readonly QuestionResult[]): string {
  const names = Object.keys(pipelines);
  const byQuestion = new Map<string, Map<string, QuestionResult>>();
  for (const result of results) {
    const row = byQuestion.get(result.id) ?? new Map<string, QuestionResult>();
    byQuestion.set(result.id, row.set(result.pipeline, result));
  }
  const rows = [...byQuestion.values()].map((row) => {
    const question = [...row.values()][0]?.question ?? '';
    const cells = names.map((name) => {
      const { ranks: [rank] = [], cause } = row.get(name) ?? {};
      const why = cause === undefined ? '' : ` ${html(cause)}`;
      return rank === undefined ? `<td class="miss">–${why}</td>` : `<td>${rank}${why}</td>`;
    });
    return `<tr><td>${html(question)}</td>${cells.join('')}</tr>`;
  });
  return `<table><tr><th>question</th>${names.map((name) => `<th>${html(name)}</th>`).join('')}</tr>${rows.join('')}</table>`;
}

function factText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function plots(summary: RunSummary, results: readonly QuestionResult[]): string {
  const byPipeline = new Map(
    Object.keys(summary.pipelines).map((name) => [name, results.filter(({ pipeline }) => pipeline === name)]),
  );
  const classes = Object.fromEntries(
    [...byPipeline].map(([name, own]) => [
      name,
      Object.fromEntries(
        ERROR_CLASSES.map(
          (kind) => [kind, own.filter(({ errorClass }) => errorClass === kind).length] as const,
        ).filter(([, count]) => count > 0),
      ),
    ]),
  );
  const curves = hitCurves(byPipeline);
  return `${curves === '' ? '' : `<h2>Hit@k</h2>\n${curves}`}
<h2>What became of the questions</h2>
${stackedBars('What became of the questions', classes)}
<h2>Milliseconds</h2>
<p>5th to 95th percentile, quartiles and median.</p>
${latencyBoxes(byPipeline)}`;
}

function rungTable({ rungs }: RunSummary): string {
  const rows = Object.entries(rungs).flatMap(([pipeline, own]) =>
    Object.entries(own).map(
      ([rung, { questions, share, precision, p50Ms }]) =>
        `<tr><td>${html(pipeline)}</td><td>${html(rung)}</td><td>${questions}</td><td>${share.toFixed(3)}</td><td>${figure('', precision)}</td><td>${p50Ms.toFixed(1)}</td></tr>`,
    ),
  );
  return `<table><tr><th>pipeline</th><th>rung</th><th>questions</th><th>share</th><th>hit@1</th><th>p50Ms</th></tr>${rows.join('')}</table>`;
}

function understandingPart({ understanding }: RunSummary): string {
  if (understanding === undefined) return '';
  const { questions, withoutForm, linkRecall20, asItIs, rungs, causes } = understanding;
  const row = (name: string, holds: number | undefined, hit: number | undefined, mrr: number | undefined) =>
    `<tr><td>${name}</td><td>${figure('', holds)}</td><td>${figure('', hit)}</td><td>${figure('', mrr)}</td></tr>`;
  const rows = [
    row('as it is', undefined, asItIs['hit@1'], asItIs.mrr),
    ...rungs.map((entry) => row(entry.rung, entry.holds, entry['hit@1'], entry.mrr)),
  ];
  return `<h2>Understanding</h2>
<p>${questions} questions with a form, ${withoutForm} without. Link candidates: recall@20 ${linkRecall20.toFixed(3)}. A rung's
hit@1 and mrr are those of the hybrid module with the parts up to this rung as the form has them.</p>
<table><tr><th>rung</th><th>holds</th><th>hit@1</th><th>mrr</th></tr>${rows.join('')}</table>
${Object.keys(causes).length === 0 ? '' : `<h3>Causes of misses</h3>\n${stackedBars('Causes of misses', causes)}`}`;
}
