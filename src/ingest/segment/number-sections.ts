import type { ParsedDocument, Section } from '../../domain/document.ts';
import type { SectionDraft } from '../../domain/tree.ts';

/** The sections of a document in reading order, and which of them each block belongs to. */
export interface NumberedSections {
  readonly sections: readonly SectionDraft[];
  /** Block id → index in `sections`. Blocks that no section names belong to the one before them. */
  readonly sectionOf: ReadonlyMap<string, number>;
  readonly hasChildren: ReadonlySet<number>;
}

const ROOT: Section = { heading: '', level: 0, path: '', page: 1, blockIds: [], children: [] };

function pagesOfBlocks(document: ParsedDocument): Map<string, number> {
  return new Map(document.pages.flatMap((page) => page.blocks.map((block) => [block.id, page.number])));
}

/** Returns the sections flat, parents before children, numbered `s1`, `s2` …; a document without any gets one. */
export function numberSections(document: ParsedDocument): NumberedSections {
  const pageOf = pagesOfBlocks(document);
  const sections: SectionDraft[] = [];
  const sectionOf = new Map<string, number>();
  const hasChildren = new Set<number>();

  function visit(section: Section, parent: number | null): number {
    const order = sections.length;
    const pages = section.blockIds.map((id) => pageOf.get(id) ?? section.page);
    const draft = {
      id: `s${order + 1}`,
      parentId: parent === null ? null : `s${parent + 1}`,
      heading: section.heading,
      level: section.level,
      order,
      path: section.path,
      pageStart: Math.min(section.page, ...pages),
      pageEnd: Math.max(section.page, ...pages),
    };
    sections.push(draft);
    for (const id of section.blockIds) if (!sectionOf.has(id)) sectionOf.set(id, order);
    let pageEnd = draft.pageEnd;
    for (const child of section.children) {
      hasChildren.add(order);
      pageEnd = Math.max(pageEnd, visit(child, order));
    }
    sections[order] = { ...draft, pageEnd };
    return pageEnd;
  }

  for (const section of document.sections.length > 0 ? document.sections : [ROOT]) visit(section, null);
  return { sections, sectionOf, hasChildren };
}
