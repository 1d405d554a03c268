import { extname } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { type DecodedText, decodeText } from './decode-text.ts';

/** Media types that can be parsed. */
export const SUPPORTED_TYPES = ['application/pdf', 'text/markdown', 'text/html', 'text/plain'] as const;

export type SupportedType = (typeof SUPPORTED_TYPES)[number];

/** What the bytes are. `name` says otherwise: the ending promises another supported type. */
export interface DetectedType {
  /** A supported type, or the one found, or `application/octet-stream`. */
  readonly mime: string;
  readonly supported: SupportedType | null;
  readonly contradictsName: boolean;
}

const BY_ENDING: Readonly<Record<string, SupportedType>> = {
  '.pdf': 'application/pdf',
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'text/html',
  '.txt': 'text/plain',
  '.text': 'text/plain',
};

/** Text formats whose words can't be told from prose by content, but whose structure we can't read yet. */
const STRUCTURED_TEXT: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.eml': 'message/rfc822',
  '.xml': 'application/xml',
};

const HTML_START =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|div|article|main|h1|p|table)\b/iu;
const HEAD_BYTES = 65_536;

function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.byteLength));
  return head.includes('%PDF-');
}

/** Shares of control characters in the text, and of zeros in the bytes, over which a file is no text. */
const MAX_CONTROLS = 0.05;
const MAX_ZEROS = 0.1;

function isBinary(bytes: Uint8Array, { text, encoding }: DecodedText): boolean {
  const controls = text.match(/[[\p{Cc}\uFFFD]--[\t\n\r\f\v]]/gv)?.length ?? 0;
  const zeros = encoding.startsWith('utf-') ? 0 : bytes.filter((byte) => byte === 0).length;
  return controls > text.length * MAX_CONTROLS || zeros > bytes.length * MAX_ZEROS;
}

/** Marks that only Markdown has; one `#` line may be a comment, so it takes two different ones, or front matter. */
function looksLikeMarkdown(text: string): boolean {
  if (/^---\r?\n[\s\S]{0,4000}?^[\p{L}_-]+:[\s\S]{0,4000}?^---\s*$/mu.test(text) && text.startsWith('---'))
    return true;
  const marks = [
    /^#{1,6} \S/mu,
    /^```/mu,
    /^\s*\|?\s*:?-{3,}:?\s*\|/mu,
    /\[[^\]\n]+\]\((?:https?:|\.|\/|#)[^)\s]*\)/u,
    /\*\*[^*\n]+\*\*/u,
    /^(?:=|-){3,}\s*$/mu,
  ];
  return marks.filter((mark) => mark.test(text)).length >= 2;
}

function textType(bytes: Uint8Array, ending: string): string {
  const head = bytes.subarray(0, HEAD_BYTES);
  const decoded = decodeText(head);
  const { text } = decoded;
  if (isBinary(head, decoded)) return 'application/octet-stream';
  if (HTML_START.test(text)) return 'text/html';
  const structured = STRUCTURED_TEXT[ending];
  if (structured !== undefined) return structured;
  const named = BY_ENDING[ending];
  return named === 'text/markdown' || looksLikeMarkdown(text) ? 'text/markdown' : 'text/plain';
}

/**
 * Returns what the bytes are, by their content. The name's ending only tells apart what content can't: Markdown from
 * plain text, and tables or records written as text (CSV, JSON …), which are not supported yet.
 */
export async function detectType(bytes: Uint8Array, name: string): Promise<DetectedType> {
  const ending = extname(name).toLowerCase();
  const named = BY_ENDING[ending];
  const known = isPdf(bytes) ? 'application/pdf' : (await fileTypeFromBuffer(bytes))?.mime;
  const isText = known === undefined || known === 'application/xml';
  const mime = isText ? textType(bytes, ending) : known;
  const supported = SUPPORTED_TYPES.find((type) => type === mime) ?? null;
  const isTextPair = (named ?? '').startsWith('text/') && mime.startsWith('text/') && mime !== 'text/html';
  const contradictsName = named !== undefined && named !== mime && !isTextPair;
  return { mime, supported, contradictsName };
}
