import { meaningsOf, placesOf, type SkbGraph } from '../forms/skb-graph.ts';
import { pick, type Random } from './pick.ts';

/** Longer names are titles that nobody writes into a question. */
const MAX_NAME_LENGTH = 70;
/** How often a name other than the full one is used, where there is one that means nothing else. */
const OTHER_NAME_SHARE = 0.35;

/** Codes are mostly digits: nobody asks by them. */
const lettersIn = (name: string): number => name.match(/\p{L}/gu)?.length ?? 0;

const isUsable = (name: string): boolean =>
  name.length >= 3 &&
  name.length <= MAX_NAME_LENGTH &&
  5 * lettersIn(name) >= 2 * name.replaceAll(/\s/gu, '').length;

/** Names under which a node can be asked about: its own first, then short forms and aliases that mean nothing else. */
function namesFor(graph: SkbGraph, place: number): string[] {
  const node = graph.nodes[place];
  if (node === undefined) return [];
  const short = node.name.split(/:| \(/u)[0]?.trim() ?? '';
  const names = [...new Set([node.name, short, ...node.names])];
  return names.filter((name) => isUsable(name) && meaningsOf(graph, name).length === 1);
}

/** Returns whether question and form can name this node without meaning another. */
export function isNameable(graph: SkbGraph, place: number): boolean {
  return placesOf(graph, specName(graph, place)).length === 1 && namesFor(graph, place).length > 0;
}

/** Returns the name under which a form means this node: its own, with its type where the name alone means several. */
export function specName(graph: SkbGraph, place: number): string {
  const { name = '', type = '' } = graph.nodes[place] ?? {};
  return placesOf(graph, name).length === 1 ? name : `${type}:${name}`;
}

/** A node as a question calls it. `other`: not by its own name. */
export interface CalledEntity {
  readonly text: string;
  readonly other: boolean;
}

/** Returns what a question calls a node; `isNameable` must hold. */
export function callEntity(graph: SkbGraph, place: number, random: Random): CalledEntity {
  const [own = '', ...others] = namesFor(graph, place);
  const other = random() < OTHER_NAME_SHARE ? pick(others, random) : undefined;
  return { text: other ?? own, other: other !== undefined };
}
