import { type CheerioAPI, load } from 'cheerio';
import type { AnyNode, Element } from 'domhandler';
import type { ListItem } from '../../domain/document.ts';
import { tableOf } from './html-table.ts';
import { flatText, nodeText } from './html-text.ts';
import { type RawBlock, rawBlock, rawHeading, rawList } from './raw-block.ts';
import { clauseNumber, isQuestion, keyValue, labelledAnswer, labelledQuestion } from './recognise.ts';

/** Never read: no text for people. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'iframe',
  'object',
  'select',
  'button',
]);

/** Elements that open a block of their own; text between them is a paragraph. */
const BLOCK = new Set(
  `address article aside blockquote body center details dialog dd div dl dt fieldset figcaption figure footer form h1 h2 h3
h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul video audio`.split(
    /\s+/u,
  ),
);

const ANY_BLOCK = [...BLOCK].join(',');

const NAVIGATION_ROLE = /^(?:navigation|banner|contentinfo|search|menu|menubar|complementary)$/u;
const NAVIGATION_NAME =
  /(?:^|[-_ ])(?:nav|navbar|navigation|menu|breadcrumbs?|cookie|cookies|consent|sidebar|pagination|pager|social|share|skip-link|skiplink|advert|ads|newsletter|related-posts|site-footer|site-header)(?:$|[-_ ])/iu;

/** What list entries hold besides their own text. */
const NESTED = new Set(['ul', 'ol', 'table']);

/** How deep elements may nest; what is deeper is read as text. */
const MAX_DEPTH = 250;

function isElement(node: AnyNode): node is Element {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

function isHidden($: CheerioAPI, element: Element): boolean {
  const style = ($(element).attr('style') ?? '').replace(/\s+/gu, '').toLowerCase();
  return (
    $(element).attr('hidden') !== undefined ||
    $(element).attr('aria-hidden') === 'true' ||
    /display:none|visibility:hidden|font-size:0(?:px)?(?:;|$)|opacity:0(?:;|$)/u.test(style)
  );
}

/** A page's own header and footer frame it; those of an article belong to what is read. */
function isNavigation($: CheerioAPI, element: Element): boolean {
  const node = $(element);
  const name = element.tagName;
  if (name === 'nav') return true;
  if (NAVIGATION_ROLE.test(node.attr('role') ?? '')) return true;
  const framed = node.closest('article, main, section').length > 0;
  if ((name === 'footer' || name === 'aside' || name === 'header') && !framed) {
    return name !== 'header' || node.find('h1').length === 0;
  }
  if (!['div', 'ul', 'ol', 'section', 'aside'].includes(name)) return false;
  return (
    NAVIGATION_NAME.test(`${node.attr('class') ?? ''} ${node.attr('id') ?? ''}`) &&
    node.find('h1').length === 0
  );
}

function listItems($: CheerioAPI, list: Element, level: number): ListItem[] {
  const start = Number.parseInt($(list).attr('start') ?? '1', 10) || 1;
  return $(list)
    .children('li')
    .toArray()
    .flatMap((item, index) => {
      const own = flatText(item.children, { without: NESTED });
      const nested =
        level >= 6
          ? []
          : $(item)
              .find('ul, ol')
              .toArray()
              .filter((inner) => $(inner).parent().closest('li').is(item));
      const items = nested.flatMap((inner) => listItems($, inner, level + 1));
      const number = list.tagName === 'ol' ? { number: `${start + index}.` } : {};
      const direct = items.filter((entry) => entry.level === level + 1);
      return [{ text: own, level, ...number, ...(direct.length > 0 ? { items: direct } : {}) }, ...items];
    })
    .filter((item) => item.text !== '');
}

/** Terms with their descriptions: questions with answers, or key-value lines. */
function definitions($: CheerioAPI, list: Element): RawBlock[] {
  const blocks: RawBlock[] = [];
  const pairs: string[] = [];
  let term = '';
  for (const child of $(list).find('dt, dd').toArray()) {
    const text = flatText(child.children);
    if (child.tagName === 'dt') term = term === '' || pairs.length > 0 ? text : `${term}, ${text}`;
    else if (isQuestion(term)) blocks.push(rawBlock('faq', `${term}\n${text}`));
    else if (text !== '') pairs.push(`${term}: ${text}`);
    if (child.tagName === 'dd') term = '';
  }
  return pairs.length === 0 ? blocks : [...blocks, rawBlock('key-value', pairs.join('\n'))];
}

function paragraph(text: string): RawBlock[] {
  const flat = text.replace(/\s+/gu, ' ').trim();
  if (flat === '') return [];
  const number = clauseNumber(flat);
  return [number === null ? rawBlock('paragraph', flat) : rawBlock('clause', flat, { number })];
}

/** A paragraph with `<br>` may be key-value lines or a question and its answer. */
function brokenParagraph($: CheerioAPI, element: Element): RawBlock[] {
  const lines = nodeText(element.children, { lineBreak: '\n' })
    .split('\n')
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '');
  const [question, answer] = [labelledQuestion(lines[0] ?? ''), labelledAnswer(lines[1] ?? '')];
  if (question !== null && answer !== null)
    return [rawBlock('faq', [question, answer, ...lines.slice(2)].join('\n'))];
  if (
    $(element).find('br').length > 0 &&
    lines.length > 1 &&
    lines.every((line) => keyValue(line) !== null)
  ) {
    return [rawBlock('key-value', lines.join('\n'))];
  }
  return paragraph(lines.join(' '));
}

function leaf($: CheerioAPI, element: Element): RawBlock[] | null {
  const node = $(element);
  switch (element.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [rawHeading(flatText(element.children), Number(element.tagName.slice(1)))];
    case 'p':
      return node.children('table, ul, ol, div').length > 0 ? null : brokenParagraph($, element);
    case 'ul':
    case 'ol': {
      const items = listItems($, element, 1);
      const tables = node
        .find('table')
        .toArray()
        .map((table) => rawBlock('table', '', { table: tableOf($, table) }));
      return items.length === 0 ? null : [rawList(items), ...tables];
    }
    case 'dl':
      return definitions($, element);
    case 'pre':
      return [rawBlock('code', node.text())];
    case 'figcaption':
      return [rawBlock('caption', flatText(element.children))];
    case 'img':
      return (node.attr('alt') ?? '').trim() === '' ? [] : [rawBlock('figure', node.attr('alt') ?? '')];
    case 'table':
      return node.attr('role') === 'presentation' || node.find('table').length > 0
        ? null
        : [rawBlock('table', '', { table: tableOf($, element) })];
    default:
      return null;
  }
}

/** Walks the tree in order and gathers blocks; text between block elements becomes paragraphs. */
function walk($: CheerioAPI, parent: Element, depth: number): RawBlock[] {
  const blocks: RawBlock[] = [];
  let open = '';
  const close = (): void => {
    blocks.push(...paragraph(open));
    open = '';
  };
  for (const node of parent.children) {
    if (node.type === 'text') open += node.data;
    if (!isElement(node) || SILENT.has(node.tagName)) continue;
    const holdsBlocks =
      BLOCK.has(node.tagName) || node.tagName === 'img' || $(node).find(ANY_BLOCK).length > 0;
    if (!holdsBlocks || depth > MAX_DEPTH) {
      open += inlineText($, node);
      continue;
    }
    close();
    if (isHidden($, node)) blocks.push(...outside('hidden', flatText([node])));
    else if (isNavigation($, node)) blocks.push(...outside('navigation', flatText([node])));
    else blocks.push(...(leaf($, node) ?? walk($, node, depth + 1)));
  }
  close();
  return blocks;
}

/** Text of an inline element with its outer spaces; the paragraph it ends up in folds them. */
function inlineText($: CheerioAPI, element: Element): string {
  return isHidden($, element) ? '' : nodeText([element]);
}

function outside(kind: 'hidden' | 'navigation', text: string): RawBlock[] {
  return text === '' ? [] : [rawBlock(kind, text)];
}

/** Returns the blocks under `body` of a loaded page in order, frames of the page as `navigation`. */
export function pageBlocks($: CheerioAPI): RawBlock[] {
  const body = $('body')[0];
  return body === undefined ? [] : walk($, body, 0);
}

/** Returns the blocks of a piece of HTML, such as one inside Markdown. */
export function htmlBlocks(html: string): RawBlock[] {
  return pageBlocks(load(html));
}
