import type { AnyNode } from 'domhandler';

/** Elements that hold nothing for people to read. */
const SILENT = new Set(['script', 'style', 'template', 'noscript']);

/** Elements at whose edges words end. */
const BREAKING = new Set(
  'address article aside blockquote caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

interface TextOptions {
  /** Elements left out with all they hold. */
  readonly without?: ReadonlySet<string>;
  /** What a `<br>` becomes. */
  readonly lineBreak?: string;
}

/**
 * Returns the text under nodes in order, white space as it stands, a space at the edges of blocks. Takes any depth of
 * nesting: it does not call itself.
 */
export function nodeText(nodes: readonly AnyNode[], { without, lineBreak = ' ' }: TextOptions = {}): string {
  const waiting: (AnyNode | string)[] = [...nodes].reverse();
  let text = '';
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') text += node;
    else if (node.type === 'text') text += node.data;
    else if ('tagName' in node) {
      if (SILENT.has(node.tagName) || without?.has(node.tagName) === true) continue;
      const edge = node.tagName === 'br' ? lineBreak : BREAKING.has(node.tagName) ? ' ' : '';
      if (edge !== '') waiting.push(edge);
      for (let at = node.children.length - 1; at >= 0; at -= 1) {
        const child = node.children[at];
        if (child !== undefined) waiting.push(child);
      }
      if (edge !== '' && node.tagName !== 'br') text += edge;
    }
  }
  return text;
}

/** Returns the text under nodes on one line, as a reader sees it. */
export function flatText(nodes: readonly AnyNode[], options: TextOptions = {}): string {
  return nodeText(nodes, options).replace(/\s+/gu, ' ').trim();
}
