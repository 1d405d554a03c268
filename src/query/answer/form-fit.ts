import { fold } from '../../domain/text/fold.ts';
import { tokenize } from '../../domain/text/tokenize.ts';
import { findDates } from '../analyse/dates.ts';
import { findNames } from '../analyse/names.ts';

const MONEY = /[$€£¥]|\b(?:usd|eur|gbp|dollars?|euros?|pounds?|dolares|pesos|cents?|centimos)\b/u;
const NUMBER_WORDS =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|billion|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|cincuenta|sesenta|noventa|cien|ciento|mil|millon|millones)\b/u;

const REASON =
  /\b(?:because|caused? by|due to|owing to|as a result of|resulted from|so that|in order to|the (?:cause|reason)|porque|debido|a causa de|causad[oa]|por culpa|para que|el motivo|la causa)\b/u;

/** Numbers of a text that the question does not hold, dates aside. */
function newNumbers(text: string, question: string): boolean {
  const asked = new Set(tokenize(question).map(({ normal }) => normal));
  const dates = findDates(text);
  const numbers = tokenize(text).filter(
    (token) =>
      /\p{N}/u.test(token.normal) &&
      !asked.has(token.normal) &&
      !dates.some((date) => token.start >= date.start && token.end <= date.end),
  );
  return numbers.length > 0 || NUMBER_WORDS.test(fold(text));
}

function newDates(text: string, question: string): boolean {
  const asked = new Set(findDates(question).map(({ value }) => value));
  return findDates(text).some(({ value }) => !asked.has(value));
}

function newNames(text: string, question: string): boolean {
  const asked = new Set(tokenize(question).map(({ normal }) => normal));
  return findNames(text).some(({ words }) => words.some((word) => !asked.has(word) && !/^\p{N}/u.test(word)));
}

/**
 * Returns whether a sentence holds a value of the kind that is asked for and that the question itself does not hold.
 * For a reason, whether it gives one. `null` for forms without such a value (yes or no, lists, definitions, other).
 */
export function fitsForm(form: string, text: string, question: string): boolean | null {
  switch (form) {
    case 'person':
    case 'place':
      return newNames(text, question);
    case 'date':
      return newDates(text, question);
    case 'number':
    case 'count':
      return newNumbers(text, question);
    case 'amount':
      return newNumbers(text, question) && (MONEY.test(fold(text)) || /%|\p{N}/u.test(text));
    case 'reason':
      return REASON.test(fold(text));
    default:
      return null;
  }
}
