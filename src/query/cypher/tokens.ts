/** A token of a Cypher statement. Quoted names are `name` with `quoted`; `text` is the bare name or the text as written. */
export interface CypherToken {
  readonly kind: 'name' | 'string' | 'number' | 'symbol';
  readonly text: string;
  readonly quoted?: boolean;
}

const TOKEN =
  /\s+|(?<name>[\p{L}_][\p{L}\p{N}_]*)|`(?<quoted>[^`]+)`|(?<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(?<number>\d+(?:\.\d+)?)|(?<symbol><=|>=|<>|[()[\]{},:|.=<>+\-*/%])/uy;

/**
 * Returns the tokens of a statement, or the first text that is none of ours: comments, parameters, `;` and regular
 * expressions are not taken, nor `\u` escapes: some servers resolve these before they look for the ends of texts.
 */
export function cypherTokens(statement: string): readonly CypherToken[] | { readonly unknown: string } {
  const unicode = /\\u.{0,4}/iu.exec(statement);
  if (unicode !== null) return { unknown: unicode[0] };
  const tokens: CypherToken[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < statement.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(statement)?.groups;
    if (groups === undefined || /^\/[/*]/u.test(statement.slice(at)))
      return { unknown: statement.slice(at, at + 20) };
    const { name, quoted, string, number, symbol } = groups;
    if (name !== undefined) tokens.push({ kind: 'name', text: name });
    if (quoted !== undefined) tokens.push({ kind: 'name', text: quoted, quoted: true });
    if (string !== undefined) tokens.push({ kind: 'string', text: string });
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
  }
  return tokens;
}
