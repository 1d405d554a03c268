import { expressionProblem } from './check-expression.ts';
import { type CypherToken, cypherTokens } from './tokens.ts';

/** Names that a statement may use: labels and relationship types as they stand in the graph. */
export interface KnownNames {
  readonly labels: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
}

/** A statement that reads nothing but entities of `$tenant` under `$acls`, or why there is none. */
export type ScopedCypher = { readonly text: string } | { readonly problem: string };

/** Most rows of an answer. */
export const MAX_ROWS = 100;

class Refusal extends Error {}

/**
 * Returns the statement with every node bound to an entity and every node and relationship bound to `$tenant` and
 * `$acls`, at most `MAX_ROWS` rows. Taken are: `MATCH` and `OPTIONAL MATCH` of paths with a fixed length, `WHERE`, one
 * `RETURN` with `DISTINCT`, `ORDER BY` and `LIMIT`. Everything else is a problem: what cannot be scoped is not run.
 */
export function scopeCypher(statement: string, known: KnownNames): ScopedCypher {
  const tokens = cypherTokens(statement.trim().replace(/;\s*$/u, ''));
  if ('unknown' in tokens) return { problem: `"${tokens.unknown}" cannot be used` };
  try {
    return { text: createReader(tokens, known).statement() };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

const quote = (name: string) => `\`${name}\``;

/** A token with a space before it, unless it stands beside the dot of a property. */
function asWritten({ text, quoted }: CypherToken, index: number, all: readonly CypherToken[]): string {
  const isDot = (token: CypherToken | undefined) => token?.kind === 'symbol' && token.text === '.';
  const joined = index === 0 || isDot(all[index]) || isDot(all[index - 1]);
  return `${joined ? '' : ' '}${quoted === true ? quote(text) : text}`;
}

/** One pass over the tokens; throws `Refusal`. */
function createReader(tokens: readonly CypherToken[], known: KnownNames) {
  let at = 0;
  let unnamed = 0;
  let scope: string[] = [];

  const isWord = (word: string, offset = 0) => {
    const token = tokens[at + offset];
    return token?.kind === 'name' && token.quoted !== true && token.text.toUpperCase() === word;
  };
  const isSymbol = (symbol: string, offset = 0) => {
    const token = tokens[at + offset];
    return token?.kind === 'symbol' && token.text === symbol;
  };
  const found = () => (at < tokens.length ? `"${tokens[at]?.text}"` : 'the end');
  const take = (is: boolean) => {
    if (is) at += 1;
    return is;
  };
  const expect = (symbol: string) => {
    if (!take(isSymbol(symbol))) throw new Refusal(`expected "${symbol}", found ${found()}`);
  };
  const name = (what: string): string => {
    const token = tokens[at];
    if (token?.kind !== 'name') throw new Refusal(`expected ${what}, found ${found()}`);
    at += 1;
    return token.text;
  };
  const variable = (): string => {
    if (tokens[at]?.kind !== 'name') {
      unnamed += 1;
      return `_${unnamed}`;
    }
    const own = name('a variable');
    if (own.startsWith('_')) throw new Refusal(`the variable ${own} cannot be used`);
    return own;
  };
  const knownName = (what: string, names: ReadonlySet<string>): string => {
    const own = name(what);
    if (names.has(own)) return quote(own);
    throw new Refusal(`there is no ${what} ${own}`);
  };

  function node(): string {
    expect('(');
    const own = quote(variable());
    const labels = take(isSymbol(':')) ? `&${knownName('label', known.labels)}` : '';
    const properties = isSymbol('{') ? propertyMap() : '';
    expect(')');
    scope.push(`${own}.tenant = $tenant AND ${own}.acl IN $acls`);
    return `(${own}:Entity${labels}${properties})`;
  }

  function propertyMap(): string {
    const entries: string[] = [];
    expect('{');
    do {
      const key = name('a property');
      expect(':');
      const sign = take(isSymbol('-')) ? '-' : '';
      const value = tokens[at];
      const literal =
        value?.kind === 'string' || value?.kind === 'number' || isWord('TRUE') || isWord('FALSE');
      if (!literal) throw new Refusal(`expected a value, found ${found()}`);
      at += 1;
      entries.push(`${quote(key)}: ${sign}${value?.text ?? ''}`);
    } while (take(isSymbol(',')));
    expect('}');
    return ` {${entries.join(', ')}}`;
  }

  function relation(): string {
    const left = take(isSymbol('<')) ? '<-' : '-';
    expect('-');
    let own = '';
    let types: string[] = [];
    if (take(isSymbol('['))) {
      own = quote(variable());
      if (take(isSymbol(':'))) types = typeNames();
      expect(']');
    } else own = quote(anonymous());
    expect('-');
    const right = take(isSymbol('>')) ? '->' : '-';
    scope.push(`${own}.tenant = $tenant AND ${own}.acl IN $acls`);
    return `${left}[${own}${types.length === 0 ? '' : `:${types.join('|')}`}]${right}`;
  }

  function anonymous(): string {
    unnamed += 1;
    return `_${unnamed}`;
  }

  function typeNames(): string[] {
    const types: string[] = [];
    do {
      take(isSymbol(':'));
      types.push(knownName('relationship type', known.types));
    } while (take(isSymbol('|')));
    return types;
  }

  function path(): string {
    let text = node();
    while (isSymbol('-') || isSymbol('<')) text += relation() + node();
    return text;
  }

  /** The tokens up to a word that begins another clause, as text. */
  function expression(...ends: string[]): string {
    const start = at;
    const isEnd = () =>
      ends.some((word) => isWord(word)) && !isSymbol('.', -1) && !(isWord('ORDER') && !isWord('BY', 1));
    while (at < tokens.length && !isEnd()) at += 1;
    const part = tokens.slice(start, at);
    const problem = expressionProblem(part);
    if (problem !== null) throw new Refusal(problem);
    return part.map(asWritten).join('');
  }

  function match(): string {
    const optional = take(isWord('OPTIONAL')) ? 'OPTIONAL ' : '';
    if (!take(isWord('MATCH'))) throw new Refusal(`expected MATCH or RETURN, found ${found()}`);
    scope = [];
    const paths: string[] = [];
    do paths.push(path());
    while (take(isSymbol(',')));
    const where = take(isWord('WHERE')) ? ` AND (${expression('MATCH', 'OPTIONAL', 'RETURN')})` : '';
    return `${optional}MATCH ${paths.join(', ')}\nWHERE ${scope.join(' AND ')}${where}`;
  }

  function result(): string {
    at += 1;
    const distinct = take(isWord('DISTINCT')) ? 'DISTINCT ' : '';
    const items = expression('ORDER', 'LIMIT');
    const order = take(isWord('ORDER')) && take(isWord('BY')) ? `\nORDER BY ${expression('LIMIT')}` : '';
    const asked = take(isWord('LIMIT')) ? Number(tokens[at++]?.text) : MAX_ROWS;
    if (!Number.isInteger(asked) || asked < 1) throw new Refusal('LIMIT takes a whole number from 1');
    if (at < tokens.length) throw new Refusal(`nothing may follow RETURN, found ${found()}`);
    return `RETURN ${distinct}${items}${order}\nLIMIT ${Math.min(asked, MAX_ROWS)}`;
  }

  return {
    statement: (): string => {
      const parts = [match()];
      while (at < tokens.length && !isWord('RETURN')) parts.push(match());
      if (at >= tokens.length) throw new Refusal('RETURN is missing');
      parts.push(result());
      return parts.join('\n');
    },
  };
}
