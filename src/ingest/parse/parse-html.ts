import { load } from 'cheerio';
import type { DocumentMetadata, ParsedDocument } from '../../domain/document.ts';
import { buildDocument } from './build-document.ts';
import { decodeText } from './decode-text.ts';
import { pageBlocks } from './html-blocks.ts';
import { singlePage } from './raw-block.ts';

type Page = ReturnType<typeof load>;

function meta($: Page, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = $(`meta[name="${name}"], meta[property="${name}"]`).first().attr('content')?.trim();
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

function isoDate(value: string | undefined): string | undefined {
  const time = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function metadataOf($: Page): DocumentMetadata {
  const found = {
    author: meta($, 'author', 'article:author'),
    subject: meta($, 'description', 'og:description'),
    created: isoDate(meta($, 'article:published_time', 'date')),
    modified: isoDate(meta($, 'article:modified_time', 'last-modified')),
  };
  const stated = Object.entries(found).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(stated), attachments: [], outline: [] };
}

/** A page's `title` often has the site's name behind it; the only main heading is the better title. */
function titleOf($: Page): string | undefined {
  const headings = $('h1');
  const heading = headings.length === 1 ? headings.text().replace(/\s+/gu, ' ').trim() : '';
  const title = $('title').first().text().replace(/\s+/gu, ' ').trim();
  const best = heading !== '' ? heading : (meta($, 'og:title') ?? title);
  return best === '' ? undefined : best;
}

/**
 * Returns the document that an HTML page makes: headings, paragraphs, lists, tables (merged cells repeated),
 * definition lists, code. Navigation, page frames and hidden elements are kept as blocks outside the body.
 */
export function parseHtml(bytes: Uint8Array, name: string): ParsedDocument {
  const { text, problems } = decodeText(bytes);
  const $ = load(text);
  const pages = [singlePage(pageBlocks($))];
  return buildDocument({
    name,
    mime: 'text/html',
    title: titleOf($),
    metadata: metadataOf($),
    pages,
    problems,
  });
}
