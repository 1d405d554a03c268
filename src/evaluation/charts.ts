import { hitAt, mean, quantile } from './measures.ts';
import type { QuestionResult } from './results.ts';

/** Colours that can be told apart by most eyes, on light and dark ground (after Okabe and Ito 2008). */
const COLOURS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#8a8f98',
  '#6f4fb0',
  '#b58900',
];
const colourOf = (at: number): string => COLOURS[at % COLOURS.length] ?? '#0072b2';

const WIDTH = 640;
const LEFT = 110;
const RIGHT = 16;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const html = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');
const at = (value: number): string => value.toFixed(1);

function svg(title: string, height: number, body: readonly string[]): string {
  return `<svg role="img" aria-label="${html(title)}" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">${body.join('')}</svg>`;
}

function label(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end' = 'start'): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${html(text)}</text>`;
}

type ByPipeline = ReadonlyMap<string, readonly QuestionResult[]>;

const DEPTHS = [1, 2, 3, 5, 10, 20];

/** Returns a curve of Hit@k for each pipeline, k on a logarithmic scale; empty where the suite has no right results. */
export function hitCurves(byPipeline: ByPipeline): string {
  const lists = [...byPipeline].filter(([, results]) => results.some(({ relevant }) => relevant.length > 0));
  if (lists.length === 0) return '';
  const height = 260;
  const bottom = height - 30;
  const x = (k: number): number => 40 + (Math.log(k) / Math.log(20)) * (WIDTH - 190);
  const y = (share: number): number => bottom - share * (bottom - 10);
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<line class="grid" x1="40" x2="${WIDTH - 150}" y1="${at(y(share))}" y2="${at(y(share))}"/>`,
    label(34, y(share) + 4, String(share), 'end'),
  ]);
  const depths = DEPTHS.map((k) => label(x(k), height - 10, String(k), 'middle'));
  const lines = lists.flatMap(([name, results], index) => {
    const points = DEPTHS.map(
      (k) => `${at(x(k))},${at(y(mean(results.map(({ ranks }) => hitAt(ranks, k)))))}`,
    );
    return [
      `<polyline fill="none" stroke-width="2" stroke="${colourOf(index)}" points="${points.join(' ')}"/>`,
      `<rect x="${WIDTH - 135}" y="${10 + 20 * index}" width="12" height="12" fill="${colourOf(index)}"/>`,
      label(WIDTH - 117, 20 + 20 * index, name),
    ];
  });
  return svg('Hit@k by pipeline', Math.max(height, 20 * lists.length + 20), [...grid, ...depths, ...lines]);
}

/** Returns a box for each pipeline's times: quartiles, median, and a line from the 5th to the 95th percentile. */
export function latencyBoxes(byPipeline: ByPipeline): string {
  const rows = [...byPipeline].map(([name, results]) => {
    const times = results.map(({ ms }) => ms);
    return { name, quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].map((share) => quantile(times, share)) };
  });
  const most = Math.max(1, ...rows.map(({ quantiles }) => quantiles[4] ?? 0));
  const x = (ms: number): number => LEFT + (ms / most) * (WIDTH - LEFT - RIGHT - 60);
  const body = rows.flatMap(
    ({ name, quantiles: [low = 0, first = 0, middle = 0, third = 0, high = 0] }, index) => {
      const y = 20 + 26 * index;
      return [
        label(LEFT - 8, y + 4, name, 'end'),
        `<line class="axis" x1="${at(x(low))}" x2="${at(x(high))}" y1="${y}" y2="${y}"/>`,
        `<rect x="${at(x(first))}" y="${y - 8}" width="${at(Math.max(1, x(third) - x(first)))}" height="16" fill="${colourOf(index)}" fill-opacity="0.6"/>`,
        `<line class="axis" x1="${at(x(middle))}" x2="${at(x(middle))}" y1="${y - 8}" y2="${y + 8}"/>`,
        label(x(high) + 6, y + 4, `${middle.toFixed(0)} ms`),
      ];
    },
  );
  return svg('Milliseconds by pipeline', 20 + 26 * rows.length, body);
}

/** Returns one stacked bar a row: `rows` by name, each with counts by kind, in the order given. Rows without counts are left out. */
export function stackedBars(
  title: string,
  rows: Readonly<Record<string, Readonly<Record<string, number>>>>,
): string {
  const kinds = [...new Set(Object.values(rows).flatMap(Object.keys))];
  const totals = Object.values(rows).map((row) => Object.values(row).reduce((sum, count) => sum + count, 0));
  const most = Math.max(1, ...totals);
  const x = (count: number): number => (count / most) * (WIDTH - LEFT - RIGHT);
  const bars = Object.entries(rows).flatMap(([name, row], index) => {
    let from = 0;
    const parts = kinds.flatMap((kind, place) => {
      const count = row[kind] ?? 0;
      if (count === 0) return [];
      const start = LEFT + x(from);
      from += count;
      const tip = `<title>${html(`${kind}: ${count}`)}</title>`;
      return [
        `<rect x="${at(start)}" y="${26 * index + 8}" width="${at(x(count))}" height="18" fill="${colourOf(place)}">${tip}</rect>`,
        x(count) > 16 ? label(start + x(count) / 2, 26 * index + 21, String(count), 'middle') : '',
      ];
    });
    return [label(LEFT - 8, 26 * index + 21, name, 'end'), ...parts];
  });
  const top = 26 * Object.keys(rows).length + 16;
  const legend = kinds.flatMap((kind, place) => {
    const column = LEFT + 130 * (place % 4);
    const line = top + 20 * Math.floor(place / 4);
    return [
      `<rect x="${column}" y="${line}" width="12" height="12" fill="${colourOf(place)}"/>`,
      label(column + 18, line + 10, kind),
    ];
  });
  return svg(title, top + 20 * Math.ceil(kinds.length / 4) + 4, [...bars, ...legend]);
}
