import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../src/ingest/parse/parse-html.ts';
import { parseMarkdown } from '../../../../src/ingest/parse/parse-markdown.ts';
import { bytesOf, outline } from './summary.ts';

const markdown = (text: string) => parseMarkdown(bytesOf(text), 'note.md');
const html = (text: string) => parseHtml(bytesOf(text), 'page.html');

describe('parseMarkdown', () => {
  it('keeps headings, paragraphs, nested lists, tables, code and footnotes', () => {
    const text = [
      '# Title',
      'Some *marked* [text](https://example.org)',
      'over two lines.',
      '',
      '3. three',
      '   - inner',
      '4. four',
      '',
      '| A | B |',
      '|---|---|',
      '| 1 | a \\| b |',
      '',
      '```js',
      'const x = 1;',
      '',
      'x += 1;',
      '```',
    ].join('\n');
    expect(outline(markdown(text))).toEqual([
      'heading 1: Title',
      'paragraph: Some marked text over two lines.',
      'list: 3. three\n  - inner\n4. four',
      'table: A|B / 1|a | b',
      'code: const x = 1;\n\nx += 1;',
    ]);
  });

  it('takes the title and all keys of the front matter, and no other line for it', () => {
    const document = markdown('---\ntitle: Own title\ntags: [a, b]\n---\n\n# Heading\n\nBody.');
    expect(document.title).toBe('Own title');
    expect(document.metadata.frontMatter).toEqual({ title: 'Own title', tags: ['a', 'b'] });
    const rule = markdown('---\n\nText between rules\n\n---\n\nMore.');
    expect(rule.metadata.frontMatter).toBeUndefined();
    expect(outline(rule)).toContain('paragraph: Text between rules');
  });

  it.each(['---\ntitle: [open\n---\n', '---\na: 1\na: 2\n---\n'])('refuses the front matter %j', (text) => {
    expect(() => markdown(text)).toThrow(
      expect.objectContaining({ code: 'TRELLIS_INGEST_METADATA_INVALID' }),
    );
  });

  it('makes entries of question headings when there are two or more', () => {
    expect(outline(markdown('# Help\n\n## Why?\n\nBecause.\n\n- a\n\n## When?\n\nNow.'))).toEqual([
      'heading 1: Help',
      'faq: Why?\nBecause.\n- a',
      'faq: When?\nNow.',
    ]);
    expect(outline(markdown('# Who cares?\n\nA novel.'))).toEqual([
      'heading 1: Who cares?',
      'paragraph: A novel.',
    ]);
  });

  it('builds sections by level, with text before the first heading in one of its own', () => {
    const { sections } = markdown('Before.\n\n# A\n\n### A1\n\nx\n\n## A2\n\ny\n\n# B');
    expect(
      sections.map(({ heading, level, children }) => [heading, level, children.map((child) => child.path)]),
    ).toEqual([
      ['', 0, []],
      ['A', 1, ['A / A1', 'A / A2']],
      ['B', 1, []],
    ]);
  });
});

describe('parseHtml', () => {
  it('reads the main content and names navigation, page frames and hidden elements', () => {
    const page = `<html><head><title>T | Site</title></head><body><nav><a>Home</a></nav><div class="cookie-banner">Cookies</div>
      <article><h1>Head</h1><p>Body <b>bold</b>text<br>next</p><p style="display: none">Secret</p></article><footer>Imprint</footer></body></html>`;
    const document = html(page);
    expect(document.title).toBe('Head');
    expect(outline(document)).toEqual([
      'navigation: Home',
      'navigation: Cookies',
      'heading 1: Head',
      'paragraph: Body boldtext next',
      'hidden: Secret',
      'navigation: Imprint',
    ]);
  });

  it('repeats merged cells, and takes all header rows', () => {
    const table = `<table><caption>C</caption><thead><tr><th rowspan="2">N</th><th colspan="2">R</th></tr><tr><th>a</th><th>b</th></tr></thead>
      <tbody><tr><td rowspan="2">x</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>`;
    expect(html(table).pages[0]?.blocks[0]?.table).toEqual({
      header: [
        ['N', 'R', 'R'],
        ['N', 'a', 'b'],
      ],
      rows: [
        ['x', '1', '2'],
        ['x', '3', '4'],
      ],
      caption: 'C',
    });
  });

  it('reads nested lists, definition lists, code and text without elements', () => {
    const page = `<div>loose<ol start="2"><li>two<ul><li>in</li></ul></li></ol><dl><dt>Mass</dt><dd>5 kg</dd><dt>How?</dt><dd>So.</dd></dl><pre>a\n b</pre></div>`;
    expect(outline(html(page))).toEqual([
      'paragraph: loose',
      'list: 2. two\n  - in',
      'faq: How?\nSo.',
      'key-value: Mass: 5 kg',
      'code: a\n b',
    ]);
  });

  it('stops a cell that claims a million columns', () => {
    const document = html('<table><tr><td colspan="1000000" rowspan="1000000">x</td><td>y</td></tr></table>');
    expect(document.pages[0]?.blocks[0]?.table?.rows[0]).toHaveLength(1001);
  });
});
