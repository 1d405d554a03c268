/** What a question's generated statement gave: `trellis text2cypher --json`. */
export interface CypherAnswer {
  /** As the model wrote it. */
  readonly cypher: string;
  /** As it ran: bound to the reader's tenant and access keys, which are its parameters. */
  readonly ran: string;
  /** By column name, plain JSON values; nodes as `{id, name, type}`. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly modelCalls: number;
}
