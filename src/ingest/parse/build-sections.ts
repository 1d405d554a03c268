import { type Block, isBodyKind, type Page, type Section } from '../../domain/document.ts';

interface OpenSection {
  readonly heading: string;
  readonly level: number;
  readonly path: string;
  readonly page: number;
  readonly blockIds: string[];
  readonly children: OpenSection[];
}

function open(heading: Block, page: number, parent: OpenSection | undefined): OpenSection {
  const path = parent === undefined ? heading.text : `${parent.path} / ${heading.text}`;
  return {
    heading: heading.text,
    level: heading.level ?? 1,
    path,
    page,
    blockIds: [heading.id],
    children: [],
  };
}

/**
 * Returns the sections that the headings of the pages form, by level. Text before the first heading stands in a section
 * of its own with heading '' and level 0. Blocks outside the body belong to no section.
 */
export function buildSections(pages: readonly Page[]): Section[] {
  const roots: OpenSection[] = [];
  const stack: OpenSection[] = [];
  for (const page of pages) {
    for (const block of page.blocks) {
      if (!isBodyKind(block.kind)) continue;
      if (block.kind === 'heading') {
        while ((stack.at(-1)?.level ?? 0) >= (block.level ?? 1)) stack.pop();
        const parent = stack.at(-1);
        const section = open(block, page.number, parent);
        (parent?.children ?? roots).push(section);
        stack.push(section);
        continue;
      }
      const current = stack.at(-1) ?? roots.at(-1);
      if (current !== undefined) current.blockIds.push(block.id);
      else
        roots.push({
          heading: '',
          level: 0,
          path: '',
          page: page.number,
          blockIds: [block.id],
          children: [],
        });
    }
  }
  return roots;
}
