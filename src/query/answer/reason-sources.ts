import type { Scope } from '../../domain/access.ts';
import type { QuestionAnalysis } from '../../domain/question.ts';
import { fold } from '../../domain/text/fold.ts';
import type { Database } from '../../store/driver.ts';
import { type StoredTreeNode, treeNodes } from '../../store/nodes.ts';
import { isSupporting } from './compose.ts';
import { extract } from './extract.ts';
import { fitsForm } from './form-fit.ts';
import type { Source, Sources } from './sources.ts';
import { support } from './support.ts';

/** Chunks before and behind the one that tells what happened. */
const DISTANCE = 6;
/** Sections that give a reason by their heading. */
const REASON_HEADING = /\b(?:causes?|reasons?|why|root cause|causas?|motivos?|razones|razon)\b/u;

function givesReason(analysis: QuestionAnalysis, { evidence, support: found }: Source): boolean {
  const best = extract(analysis, evidence.text, found);
  return best !== undefined && fitsForm('reason', best.text, analysis.text) === true;
}

const lastHeading = (path: string): string => path.split(' / ').at(-1) ?? '';

function toSource(node: StoredTreeNode, told: Source, { demand }: Sources): Source {
  const { title, language } = node.document;
  const context = [title, node.sectionPath, told.evidence.text].join('\n');
  const evidence = { text: node.text, context, language };
  const { score } = told.candidate;
  const candidate = {
    id: node.id,
    kind: 'chunk',
    score,
    parts: { sibling: 1 },
    page: node.pageStart,
  } as const;
  return { candidate, node, evidence, support: support(demand, evidence) };
}

/**
 * Returns the sources of a question for a reason, led by a section of the same document that gives it under a heading
 * of its own ("Cause"), where the passage that tells what happened gives none. Other questions keep their sources.
 */
export function createReasonSources(
  database: Database,
): (analysis: QuestionAnalysis, scope: Scope, found: Sources) => Promise<readonly Source[]> {
  return async (analysis, scope, found) => {
    const told = found.sources.find(isSupporting);
    if (analysis.answerForm !== 'reason' || told?.node === undefined) return found.sources;
    if (givesReason(analysis, told)) return found.sources;
    const { document, order } = told.node;
    const rows = await database.read('read/section-siblings', {
      ...scope,
      documentId: document.id,
      order,
      distance: DISTANCE,
    });
    const near = await treeNodes(
      database,
      scope,
      rows.map((row) => String(row['id'])),
    );
    const reasons = near.filter(({ sectionPath }) => REASON_HEADING.test(fold(lastHeading(sectionPath))));
    return [...reasons.slice(0, 1).map((node) => toSource(node, told, found)), ...found.sources];
  };
}
