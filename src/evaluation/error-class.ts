import type { QuestionResult } from './results.ts';

/**
 * What became of a question. `right`: the first result is. `near`: a right one is among the first five, `deep`: among
 * the first twenty, `far`: below. `wrong-page`: only the right document was found. `not-found`: no right result.
 * `nothing`: no result at all. For suites that score answers only: `right`, `refused`, `wrong`.
 */
export const ERROR_CLASSES = [
  'right',
  'near',
  'deep',
  'far',
  'wrong-page',
  'not-found',
  'nothing',
  'refused',
  'wrong',
] as const;
/** One of `ERROR_CLASSES`. */
export type ErrorClass = (typeof ERROR_CLASSES)[number];

type Judged = Pick<QuestionResult, 'relevant' | 'ranks' | 'top' | 'status' | 'crag'>;

/** Documents of page ids (`document#page`); none for ids without a page. */
function documentsOf(ids: readonly string[]): Set<string> {
  return new Set(ids.filter((id) => /#\d+$/.test(id)).map((id) => id.replace(/#\d+$/, '')));
}

/** Returns the class of a result; see `ERROR_CLASSES`. */
export function errorClassOf({ relevant, ranks, top, status, crag }: Judged): ErrorClass {
  if (relevant.length === 0) {
    if (status !== 'answered') return 'refused';
    return crag === undefined || crag > 0 ? 'right' : 'wrong';
  }
  const [rank] = ranks;
  if (rank === undefined) {
    if (top.length === 0) return 'nothing';
    const wanted = documentsOf(relevant);
    return top.some(({ ids }) => ids.some((id) => wanted.has(id))) ? 'wrong-page' : 'not-found';
  }
  if (rank === 1) return 'right';
  return rank <= 5 ? 'near' : rank <= 20 ? 'deep' : 'far';
}
