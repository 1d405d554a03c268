/** `J.`, `J`, `J.K.`, `J-P.`: initials as they are written. */
const INITIALS = /^(?:\p{Lu}\.?-?){1,3}$/u;
const CAPITALISED = /^\p{Lu}[\p{L}'’-]+$/u;

/** Returns whether a name reads like a person's with initials: "J. K. Smith", "Smith, J.". */
export function readsLikePerson(name: string): boolean {
  const parts = name
    .replaceAll(',', ' ')
    .split(/\s+/u)
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.length > 5 || /\d/u.test(name)) return false;
  const initials = parts.filter((part) => INITIALS.test(part)).length;
  const capitalised = parts.filter((part) => CAPITALISED.test(part) && !INITIALS.test(part)).length;
  return initials >= 1 && capitalised >= 1 && initials + capitalised >= parts.length - 1;
}
