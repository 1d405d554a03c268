import type { List, Nodes, RootContent, Table as TableNode } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as plainText } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import type { ListItem, ParsedDocument } from '../../domain/document.ts';
import { buildDocument } from './build-document.ts';
import { decodeText } from './decode-text.ts';
import { readFrontMatter } from './front-matter.ts';
import { htmlBlocks } from './html-blocks.ts';
import { type RawBlock, rawBlock, rawHeading, rawList, singlePage } from './raw-block.ts';
import { clauseNumber, keyValue, labelledAnswer, labelledQuestion } from './recognise.ts';
import { squareTable } from './text-tables.ts';

/** Text of a node as read: line breaks kept as such, images by their description, raw HTML tags left out. */
function textOf(node: Nodes): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'html') return '';
  if ('children' in node) return node.children.map(textOf).join('');
  return plainText(node);
}

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

function itemsOf(list: List, level: number): ListItem[] {
  return list.children.flatMap((child, index) => {
    const own = child.children.filter((part) => part.type !== 'list').map((part) => oneLine(textOf(part)));
    const nested = child.children.filter((part) => part.type === 'list');
    const items = nested.flatMap((part) => itemsOf(part, Math.min(6, level + 1)));
    const number = list.ordered === true ? { number: `${(list.start ?? 1) + index}.` } : {};
    const direct = items.filter((item) => item.level === level + 1);
    const item: ListItem = {
      text: own.join(' '),
      level,
      ...number,
      ...(direct.length > 0 ? { items: direct } : {}),
    };
    return [item, ...items];
  });
}

function tableBlock(node: TableNode): RawBlock {
  const rows = node.children.map((row) => row.children.map((cell) => oneLine(textOf(cell))));
  return rawBlock('table', '', { table: squareTable(rows.slice(0, 1), rows.slice(1)) });
}

/** Lines of a paragraph that are all `Key: value`, or question and answer; else one paragraph or clause. */
function paragraphBlock(text: string): RawBlock {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const question = labelledQuestion(lines[0] ?? '');
  const answer = labelledAnswer(lines[1] ?? '');
  if (question !== null && answer !== null) {
    return rawBlock('faq', `${question}\n${[answer, ...lines.slice(2)].map(oneLine).join(' ')}`);
  }
  if (lines.length > 1 && lines.every((line) => keyValue(line) !== null)) {
    return rawBlock('key-value', lines.map(oneLine).join('\n'));
  }
  const flat = oneLine(text);
  const number = clauseNumber(flat);
  return number === null ? rawBlock('paragraph', flat) : rawBlock('clause', flat, { number });
}

function figureBlocks(node: Extract<RootContent, { type: 'paragraph' }>): RawBlock[] | null {
  const visible = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  if (visible.length === 0 || !visible.every((child) => child.type === 'image')) return null;
  return visible.map((child) => rawBlock('figure', oneLine(`${child.alt ?? ''} ${child.title ?? ''}`)));
}

function blocksOf(node: RootContent): RawBlock[] {
  switch (node.type) {
    case 'heading':
      return [rawHeading(textOf(node), node.depth)];
    case 'paragraph':
      return figureBlocks(node) ?? [paragraphBlock(textOf(node))];
    case 'list':
      return [rawList(itemsOf(node, 1))];
    case 'table':
      return [tableBlock(node)];
    case 'code':
      return [rawBlock('code', node.value)];
    case 'blockquote':
      return node.children.flatMap(blocksOf);
    case 'footnoteDefinition':
      return [rawBlock('footnote', oneLine(textOf(node)))];
    case 'html':
      return htmlBlocks(node.value);
    default:
      return 'children' in node ? [rawBlock('paragraph', oneLine(textOf(node)))] : [];
  }
}

/**
 * Returns the document that a Markdown file (GitHub flavoured) makes. Front matter goes to `metadata.frontMatter`, its
 * `title` is the document's. Throws `TRELLIS_INGEST_METADATA_INVALID` when the front matter is not a YAML mapping.
 */
export function parseMarkdown(bytes: Uint8Array, name: string): ParsedDocument {
  const { text, problems } = decodeText(bytes);
  const { body, frontMatter } = readFrontMatter(text, name);
  const tree = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const stated = frontMatter?.['title'];
  return buildDocument({
    name,
    mime: 'text/markdown',
    title: typeof stated === 'string' ? stated : undefined,
    metadata: {
      attachments: [],
      outline: [],
      ...(typeof frontMatter?.['author'] === 'string' ? { author: frontMatter['author'] } : {}),
      ...(frontMatter === undefined ? {} : { frontMatter }),
    },
    problems,
    pages: [singlePage(tree.children.flatMap(blocksOf))],
  });
}
