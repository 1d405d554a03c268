import chardet from 'chardet';
import iconv from 'iconv-lite';
import type { ParsedProblem } from '../../domain/document.ts';

/** Text of a file, in which encoding it was, and what was odd about it. */
export interface DecodedText {
  readonly text: string;
  /** Name as iconv knows it, in small letters: `utf-8`, `windows-1252`, `utf-16le` … */
  readonly encoding: string;
  readonly problems: readonly ParsedProblem[];
}

const BYTE_ORDER_MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe, 0x00, 0x00], 'utf-32le'],
  [[0x00, 0x00, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** Bytes that guesses are made from. */
const SAMPLE_BYTES = 65_536;

function byMark(bytes: Uint8Array): string | null {
  const found = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  return found?.[1] ?? null;
}

function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** UTF-16 without a mark shows as a zero in every other byte. */
function asUtf16(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4096);
  if (sample.length < 8) return null;
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (odd > half * 0.6 && even < half * 0.05) return 'utf-16le';
  return even > half * 0.6 && odd < half * 0.05 ? 'utf-16be' : null;
}

/**
 * Western bytes are ambiguous: Latin-1, its Windows extension and Latin-9 differ in signs only, and statistics of
 * short texts name others at random. Windows-1252 holds all that Latin-1 can print.
 */
function guess(bytes: Uint8Array): string {
  const best = chardet.analyse(bytes.subarray(0, SAMPLE_BYTES))[0];
  const name = best?.name.toLowerCase() ?? 'windows-1252';
  if (best === undefined || best.confidence < 40 || !iconv.encodingExists(name)) return 'windows-1252';
  return /^(?:iso-8859-(?:1|2|9|15)|ascii|utf-8)$/u.test(name) ? 'windows-1252' : name;
}

function decodeAs(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

function suspicions(text: string): ParsedProblem[] {
  const odd = text.match(/\uFFFD|[\u0080-\u009F]|Ã[\u0080-\u00BF]|â€/gu)?.length ?? 0;
  if (odd === 0) return [];
  return [{ code: 'encoding_suspect', message: `${odd} characters look wrongly encoded; check accents.` }];
}

/**
 * Returns the text of a file of unknown encoding: by byte order mark, as UTF-8 where that is valid, as UTF-16 by its
 * zeros, else by statistics. NUL bytes are dropped. Never fails; what looks wrong is a problem `encoding_suspect`.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = byMark(bytes) ?? asUtf16(bytes);
  const utf8 = marked === null ? asUtf8(bytes) : null;
  const encoding = marked ?? (utf8 === null ? guess(bytes) : 'utf-8');
  const text = (utf8 ?? decodeAs(bytes, encoding)).replace(/^\uFEFF/u, '').replaceAll('\0', '');
  return { text, encoding, problems: suspicions(text) };
}
