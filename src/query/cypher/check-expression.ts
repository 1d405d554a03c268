import type { CypherToken } from './tokens.ts';

/** Functions that only compute from what they are given. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  `count collect sum avg min max size tolower toupper trim coalesce tostring tointeger tofloat round floor ceil abs
  type any all none single left right substring replace split head last`.split(/\s+/u),
);
/** Words that may stand before an opening bracket without being a function. */
const BEFORE_BRACKET: ReadonlySet<string> = new Set(
  'and or xor not in where when then else case contains distinct by as with starts ends is'.split(' '),
);
/** Words that begin a clause or a subquery. */
const CLAUSES: ReadonlySet<string> = new Set(
  `call create delete detach exists explain finish foreach insert load match merge optional profile remove return set
  show terminate union unwind use yield`.split(/\s+/u),
);

/**
 * Returns what is wrong with the tokens of an expression, null when nothing: only variables, properties, literals,
 * operators and a few functions may stand in it. So it can reach no node that a checked pattern has not bound.
 */
export function expressionProblem(tokens: readonly CypherToken[]): string | null {
  for (const [index, token] of tokens.entries()) {
    const problem =
      token.kind === 'name'
        ? nameProblem(tokens, index)
        : token.kind === 'symbol'
          ? symbolProblem(tokens, index)
          : null;
    if (problem !== null) return problem;
  }
  if (tokens.length === 0) return 'an expression is empty';
  return isBalanced(tokens) ? null : 'brackets do not match';
}

/** So that an expression cannot leave the brackets that it is put into. */
function isBalanced(tokens: readonly CypherToken[]): boolean {
  const open: string[] = [];
  for (const { kind, text } of tokens) {
    if (kind !== 'symbol') continue;
    if (text === '(' || text === '[') open.push(text);
    if (text === ')' && open.pop() !== '(') return false;
    if (text === ']' && open.pop() !== '[') return false;
  }
  return open.length === 0;
}

function nameProblem(tokens: readonly CypherToken[], index: number): string | null {
  const token = tokens[index];
  const word = token?.text ?? '';
  const lower = word.toLowerCase();
  const isProperty = isSymbol(tokens[index - 1], '.');
  const isCalled = isSymbol(tokens[index + 1], '(');
  if (isCalled && isProperty) return `the function ${word} cannot be used`;
  if (isProperty) return null;
  if (word.startsWith('_')) return `the variable ${word} cannot be used`;
  if (token?.quoted !== true && CLAUSES.has(lower)) return `${word} cannot be used here`;
  if (token?.quoted !== true && lower === 'with' && !isStringMatch(tokens, index))
    return 'WITH cannot be used';
  if (isCalled && !FUNCTIONS.has(lower) && !BEFORE_BRACKET.has(lower))
    return `the function ${word} cannot be used`;
  return null;
}

/** STARTS WITH and ENDS WITH. */
function isStringMatch(tokens: readonly CypherToken[], index: number): boolean {
  return /^(?:starts|ends)$/iu.test(tokens[index - 1]?.text ?? '');
}

function symbolProblem(tokens: readonly CypherToken[], index: number): string | null {
  const symbol = tokens[index]?.text ?? '';
  if (['{', '}', ':', '|'].includes(symbol)) return `"${symbol}" cannot be used in an expression`;
  const next = tokens[index + 1];
  const isArrow = symbol === '-' && ['[', '-', '>', '<'].some((end) => isSymbol(next, end));
  const isLeftArrow =
    symbol === '<' && isSymbol(next, '-') && ['[', '-'].some((end) => isSymbol(tokens[index + 2], end));
  return isArrow || isLeftArrow ? 'a pattern cannot be used in an expression' : null;
}

function isSymbol(token: CypherToken | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}
