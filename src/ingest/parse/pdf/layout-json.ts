/** The parts of OpenDataLoader's JSON that we read. Boxes are [left, bottom, right, top] in points, y up. */
export interface LayoutNode {
  readonly type: string;
  readonly 'page number'?: number;
  readonly 'bounding box'?: readonly number[];
  readonly content?: string;
  readonly 'heading level'?: number;
  readonly 'hidden text'?: boolean;
  readonly kids?: readonly LayoutNode[];
  readonly 'list items'?: readonly LayoutNode[];
  readonly rows?: readonly LayoutRow[];
  readonly 'number of rows'?: number;
  readonly 'number of columns'?: number;
}

/** A table's row. */
export interface LayoutRow {
  readonly cells: readonly LayoutCell[];
}

/** A table's cell; numbers count from 1. */
export interface LayoutCell extends LayoutNode {
  readonly 'row number': number;
  readonly 'column number': number;
  readonly 'row span': number;
  readonly 'column span': number;
}

/** A file's layout: nodes of all pages in reading order. */
export interface LayoutDocument {
  readonly 'number of pages': number;
  readonly kids: readonly LayoutNode[];
}
