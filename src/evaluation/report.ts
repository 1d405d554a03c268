import type { QuestionResult, RunSummary } from './results.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
const figure = (name: string, value: number | undefined) =>
  value === undefined ? '–' : name.endsWith('Ms') ? value.toFixed(1) : value.toFixed(3);

/**
 * Returns a run as one HTML page without scripts: measures by pipeline, then each question with the rank of its first
 * right result by pipeline. Text from the suite is escaped.
 */
export function renderReport(
  summary: RunSummary,
  results: readonly QuestionResult[],
  run: Readonly<Record<string, unknown>>,
): string {
  const facts = Object.entries(run).map(
    ([name, value]) => `<tr><th>${html(name)}</th><td>${html(String(value))}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${html(summary.suite)}: evaluation</title>
<style>
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;margin:1rem 0 2rem}th,td{padding:.25rem .6rem;border-bottom:1px solid #d7dce1;text-align:right}
th:first-child,td:first-child{text-align:left}.best{font-weight:700}.miss{color:#b3261e}
@media(prefers-color-scheme:dark){body{color:#e6e9ec;background:#15181b}th,td{border-color:#343a40}.miss{color:#ff8a80}}
</style></head><body>
<h1>${html(summary.suite)}</h1>
<p>${summary.questions} questions.</p>
<table>${facts.join('')}</table>
<h2>Measures</h2>
${measureTable(summary)}
<h2>Questions</h2>
<p>Rank of the first right result, by pipeline.</p>
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
      const rank = row.get(name)?.ranks[0];
      return rank === undefined ? '<td class="miss">–</td>' : `<td>${rank}</td>`;
    });
    return `<tr><td>${html(question)}</td>${cells.join('')}</tr>`;
  });
  return `<table><tr><th>question</th>${names.map((name) => `<th>${html(name)}</th>`).join('')}</tr>${rows.join('')}</table>`;
}
