import type { SentenceReading } from './chunk-reading.ts';
import { type DateSpan, datesOf } from './dates.ts';
import type { ChunkEntities, EntitySpan } from './entities.ts';

/** A sentence with what it names and whom it is about; offsets are those of the chunk's text. */
export interface SentenceFacts {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly spans: readonly EntitySpan[];
  readonly dates: readonly DateSpan[];
  /** The entity that it is about and where its name or pronoun ends; null when that cannot be told. */
  readonly subject: { readonly entityId: string; readonly end: number; readonly named: boolean } | null;
}

const LEAD =
  /^(?:(?:In|On|By|During|After|En|Durante|Tras) [^,;]{2,30}, )?(?:["“«'(]|(?:The|El|La|Los|Las|Both) )*$/u;
const PRONOUN =
  /^(?:(?:In|On|By|During|After|En|Durante|Tras) [^,;]{2,30}, )?(?:He|She|It|he|she|it|Él|Ella|(?:The|the) (?:film|movie|song|single|album|novel|book|band|group|company|firm|series|show|game|city|town|village|river|island|school|university|club|team|magazine|newspaper|organisation|organization|product|device|machine|software|system|agency|building|bridge)|(?:La|la) (?:película|empresa|compañía|ciudad|novela|banda|canción|máquina)|(?:El|el) (?:libro|álbum|grupo|río|equipo|edificio|producto))(?= )/u;
const POSSESSIVE = /^(?:His|Her|Its|Su|Sus) /u;

function namedSubject(text: string, start: number, spans: readonly EntitySpan[]) {
  const first = spans[0];
  if (first === undefined || !LEAD.test(text.slice(0, first.start - start))) return null;
  return { entityId: first.entityId, end: first.end, named: true };
}

/**
 * Returns the prose sentences of a chunk with their subjects. A sentence is about the name that it begins with.
 * `He`, `It`, `The film` mean the document's own subject, and only as long as no other name has begun a sentence.
 */
export function sentenceFacts(
  { reading, spans }: ChunkEntities,
  documentSubject: string | null,
): SentenceFacts[] {
  let current: string | null = null;
  return reading.sentences
    .filter(({ shape }) => shape === 'prose')
    .map(({ start, end }: SentenceReading) => {
      const text = reading.text.slice(start, end);
      const own = spans.filter((span) => span.start >= start && span.end <= end);
      const dates = datesOf(text).map((date) => ({
        ...date,
        start: date.start + start,
        end: date.end + start,
      }));
      let subject: SentenceFacts['subject'] = namedSubject(text, start, own);
      const pronoun = PRONOUN.exec(text)?.[0];
      if (subject !== null) current = subject.entityId;
      else if (pronoun !== undefined && current !== null && current === documentSubject) {
        subject = { entityId: current, end: start + pronoun.length, named: false };
      } else if (pronoun === undefined && !POSSESSIVE.test(text)) current = keptSubject(own, current);
      return { start, end, text, spans: own, dates, subject };
    });
}

/** A sentence without a name leaves the subject as it was; one that brings in others may change it. */
function keptSubject(spans: readonly EntitySpan[], current: string | null): string | null {
  return spans.length === 0 || spans.some(({ entityId }) => entityId === current) ? current : null;
}
