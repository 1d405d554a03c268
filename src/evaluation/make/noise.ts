import { pick, type Random } from './pick.ts';

/** How a question was disturbed. */
export type NoiseKind = 'typo' | 'lower' | 'inverted';

/** A question with what was done to it. */
export interface Disturbed {
  readonly text: string;
  readonly kind: NoiseKind | undefined;
}

/** Shorter words change their meaning with one letter. */
const MIN_TYPO_LENGTH = 6;

/** Two neighbouring letters changed places, or one left out, inside a word of six letters or more. */
function withTypo(text: string, random: Random): string | undefined {
  const words = [...text.matchAll(/\p{L}{6,}/gu)].filter((match) => match[0].length >= MIN_TYPO_LENGTH);
  const match = pick(words, random);
  if (match === undefined) return undefined;
  const [word] = match;
  const at = 1 + Math.floor(random() * (word.length - 3));
  const [one = '', two = ''] = [word[at], word[at + 1]];
  const inner = one === two || random() < 0.5 ? two : two + one;
  const wrong = word.slice(0, at) + inner + word.slice(at + 2);
  return text.slice(0, match.index) + wrong + text.slice(match.index + word.length);
}

/** "Ada Lovelace" is "Lovelace, Ada"; only names of two capitalised words or of initials and one. */
function invertedName(name: string): string | undefined {
  const match = /^(\p{Lu}[\p{L}.'-]*(?: ?\p{Lu}\.)*) (\p{Lu}[\p{Ll}'-][\p{L}'-]*)$/u.exec(name);
  return match === null ? undefined : `${match[2]}, ${match[1]}`;
}

function withInversion(text: string, names: readonly string[], random: Random): string | undefined {
  const invertible = names.flatMap((name) => {
    const inverted = invertedName(name);
    return inverted === undefined || !text.includes(name) ? [] : [{ name, inverted }];
  });
  const chosen = pick(invertible, random);
  return chosen === undefined ? undefined : text.replace(chosen.name, () => chosen.inverted);
}

/**
 * Returns the question, with probability `share` disturbed as people disturb theirs: a typing error, all in small
 * letters, or a name with its last word first. `names` are the names in it.
 */
export function disturb(text: string, names: readonly string[], share: number, random: Random): Disturbed {
  if (random() >= share) return { text, kind: undefined };
  const kind = pick<NoiseKind>(['typo', 'lower', 'inverted'], random) ?? 'typo';
  const inverted = kind === 'inverted' ? withInversion(text, names, random) : undefined;
  if (inverted !== undefined) return { text: inverted, kind };
  const wrong = kind === 'lower' ? undefined : withTypo(text, random);
  return wrong === undefined ? { text: text.toLowerCase(), kind: 'lower' } : { text: wrong, kind: 'typo' };
}
