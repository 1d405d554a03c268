/** What is known of a foreign graph before it is imported. */
export interface SourceSchema {
  /** Nodes by the labels that they have together; most frequent first. */
  readonly groups: readonly { readonly labels: readonly string[]; readonly count: number }[];
  /** Every property that nodes with these labels together have. */
  readonly properties: readonly { readonly labels: readonly string[]; readonly property: string }[];
  /** Properties that a constraint keeps unique. */
  readonly unique: readonly { readonly label: string; readonly property: string }[];
  /** Most frequent first. */
  readonly relations: readonly { readonly type: string; readonly count: number }[];
  /** Properties of some nodes by label, as plain JSON values. */
  readonly samples: ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;
}
