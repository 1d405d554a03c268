import type { RouteEdit } from '../../../domain/comment.ts';
import { normalName } from '../../../domain/text/name.ts';
import { likeliestType } from '../../analyse/answer-type.ts';
import type { Link } from '../../analyse/links.ts';
import type { QuestionModel } from '../../graph/question-model.ts';
import type { KnownName, ModelRoute } from './route-question.ts';

/** What of a question the symbolic router knows. */
type Understood = Pick<QuestionModel, 'text' | 'words' | 'links' | 'answer'>;

/** Links further down weigh next to nothing in the search. */
const MOST_UNMEANT = 4;

const places = ({ matches }: Link): number[] => matches.map(({ index }) => index).sort((a, b) => a - b);

/** The words of the question that a link explains, with what stands between them. */
function wordsOf({ text, words }: Understood, link: Link): string {
  const at = places(link);
  const [first, last] = [words[at[0] ?? -1], words[at.at(-1) ?? -1]];
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end);
}

/** Returns the names that the symbolic router found, best first, as the router by model is offered them; each entity once. */
export function knownNames(understood: Understood): KnownName[] {
  const byEntity = new Map<string, KnownName>();
  for (const link of understood.links) {
    if (byEntity.has(link.entityId)) continue;
    byEntity.set(link.entityId, { words: wordsOf(understood, link), name: link.name, type: link.type });
  }
  return [...byEntity.values()];
}

/**
 * Returns the changes that make a symbolic route the one that a model says, the surest first: the entity that it means
 * where the words may mean several, the type that it looks for, entities that it does not start from, the module text.
 * Empty when both agree. Relations are not changed: the graph search weighs all of them.
 */
export function editsOfRoute(said: ModelRoute, understood: Understood): RouteEdit[] {
  const best = new Map<string, Link>();
  for (const link of understood.links) {
    const place = places(link).join('.');
    if (!best.has(place)) best.set(place, link);
  }
  const firsts = [...best.values()];
  const meant = said.entities.flatMap(({ name }) => {
    const link = understood.links.find((one) => name !== undefined && one.name === name);
    return link === undefined || firsts.includes(link) ? [] : [link];
  });
  const spoken = said.entities.map(({ words }) => ` ${normalName(words)} `);
  const unmeant = firsts.filter((link) => {
    const words = ` ${normalName(wordsOf(understood, link))} `;
    return !spoken.some((said) => said.includes(words) || words.includes(said));
  });
  const type = said.type === likeliestType(understood.answer)?.type ? undefined : said.type;
  return [
    ...meant.map(({ entityId }): RouteEdit => ({ kind: 'with_entity', entityId })),
    ...(type === undefined ? [] : [{ kind: 'type', type } as const]),
    ...(spoken.length === 0 ? [] : unmeant.slice(0, MOST_UNMEANT)).map(
      ({ entityId }): RouteEdit => ({ kind: 'without_entity', entityId }),
    ),
    ...(said.module === 'text' ? [{ kind: 'module', module: 'text' } as const] : []),
  ];
}
