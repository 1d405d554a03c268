import { foldWord } from '../../domain/text/fold.ts';
import { isStopWord } from '../../domain/text/stop-words.ts';
import { GENERIC_HEADINGS } from './name-words.ts';

const NUMBERING =
  /^(?:(?:chapter|section|article|part|appendix|annex|capítulo|sección|artículo|parte|anexo)\s+)?(?:\d+(?:\.\d+)*|[IVXLC]+|[A-Z])(?:[.):](?!\d)\s*|\s+[-–—]\s*)|^\d+(?:\.\d+)*\s+/iu;
const MAX_WORDS = 8;

/**
 * Returns what a heading is about: without its number, or null for headings that name nothing (`Introduction`, a
 * question, a whole sentence, bare numbers).
 */
export function topicOfHeading(heading: string): string | null {
  const topic = heading
    .replace(NUMBERING, '')
    .replace(/[\s:.]+$/u, '')
    .trim();
  const words = topic.split(/\s+/u);
  if (topic.length < 3 || topic.length > 100 || words.length > MAX_WORDS || /[?!.]$/u.test(heading.trim()))
    return null;
  const telling = words.filter((word) => {
    const folded = foldWord(word.replace(/[^\p{L}\p{N}]/gu, ''));
    return folded.length > 1 && !GENERIC_HEADINGS.has(folded) && !isStopWord(folded) && /\p{L}/u.test(folded);
  });
  return telling.length === 0 ? null : topic;
}
