import { writePdf } from './pdf-writer.ts';

const LEFT = 56;
const COLUMN_WIDTH = 232;
const GAP = 19;
const TOP = 140;
const BOTTOM = 770;

const TABLE_HEADER = ['Buoy', 'km from sea', 'Highest salinity', 'Days over 0.5'];
const TABLE_ROWS = [
  ['B3', '6', '14.2', '61'],
  ['B6', '12', '6.9', '38'],
  ['B9', '19', '0.8', '9'],
  ['B12', '23', '0.6', '3'],
];

/** Salinity at B9 in ten-day steps from May, and river flow in cubic metres a second. */
const SALINITY = [0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.5, 0.8, 0.7, 0.3, 0.2, 0.1, 0.1, 0.1];
const FLOW = [21, 19, 18, 15, 13, 11, 9, 7, 6, 4, 5, 8, 11, 14, 16, 18];

type Pdf = PDFKit.PDFDocument;

/** Where the next line goes: a column (0 or 1) of the current page. */
class Columns {
  column = 0;
  y = TOP;
  readonly #pdf: Pdf;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
  }

  get x(): number {
    return LEFT + this.column * (COLUMN_WIDTH + GAP);
  }

  /** Goes on in the next column, or on the next page, when `height` points are not left. */
  need(height: number): void {
    if (this.y + height <= BOTTOM) return;
    if (this.column === 0) this.column = 1;
    else {
      this.#pdf.addPage();
      this.column = 0;
    }
    this.y = this.#pdf.bufferedPageRange().count > 1 ? 56 : TOP;
  }

  text(content: string, font: string, size: number, after: number): void {
    this.#pdf.font(font).fontSize(size);
    const options = { width: COLUMN_WIDTH, lineGap: 1.5 };
    const height = this.#pdf.heightOfString(content, options);
    this.need(height);
    this.#pdf.text(content, this.x, this.y, options);
    this.y += height + after;
  }
}

function drawTable(pdf: Pdf, columns: Columns): void {
  const rowHeight = 18;
  columns.need(60 + rowHeight * (TABLE_ROWS.length + 1));
  columns.text('Table 1. Salinity at four buoys, May to October 2025.', 'Helvetica-Oblique', 8.5, 5);
  const widths = [34, 58, 74, 66];
  for (const [rowIndex, row] of [TABLE_HEADER, ...TABLE_ROWS].entries()) {
    let x = columns.x;
    for (const [cellIndex, cell] of row.entries()) {
      const width = widths[cellIndex] ?? 50;
      pdf.rect(x, columns.y, width, rowHeight).lineWidth(0.6).stroke();
      pdf.font(rowIndex === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(8);
      pdf.text(cell, x + 4, columns.y + 5, { width: width - 6, lineBreak: false });
      x += width;
    }
    columns.y += rowHeight;
  }
  columns.y += 10;
}

function drawLine(
  pdf: Pdf,
  values: readonly number[],
  greatest: number,
  area: { x: number; y: number; width: number; height: number },
): void {
  for (const [index, value] of values.entries()) {
    const x = area.x + (index / (values.length - 1)) * area.width;
    const y = area.y + area.height - (value / greatest) * area.height;
    if (index === 0) pdf.moveTo(x, y);
    else pdf.lineTo(x, y);
  }
  pdf.lineWidth(1.2).stroke();
}

function drawFigure(pdf: Pdf, columns: Columns): void {
  columns.need(150);
  const area = { x: columns.x + 14, y: columns.y, width: COLUMN_WIDTH - 28, height: 100 };
  pdf.rect(area.x, area.y, area.width, area.height).lineWidth(0.6).stroke();
  pdf.strokeColor('#1f6f8b');
  drawLine(pdf, SALINITY, 1, area);
  pdf.strokeColor('#a0522d').dash(3, { space: 2 });
  drawLine(pdf, FLOW, 25, area);
  pdf.undash().strokeColor('black');
  columns.y += area.height + 6;
  const caption = 'Figure 1. Salinity at buoy B9 (line) and river flow at Cantlow (dashes).';
  columns.text(caption, 'Helvetica-Oblique', 8.5, 10);
}

/**
 * Returns the survey as a two-column PDF with a ruled table and a drawn figure. `source`: first line title, second
 * paragraph authors, then `## ` headings and paragraphs.
 */
export function makeSurvey(source: string): Promise<Buffer> {
  const [title = '', authors = '', ...parts] = source.trim().split(/\n{2,}/u);
  return writePdf({ title, author: 'A. Brandt, L. Hofstad' }, (pdf) => {
    pdf.font('Helvetica-Bold').fontSize(17).text(title, LEFT, 60, { width: 483 });
    pdf.font('Helvetica').fontSize(10).text(authors, LEFT, 108, { width: 483 });
    const columns = new Columns(pdf);
    for (const part of parts) {
      if (part.startsWith('## ')) columns.text(part.slice(3), 'Helvetica-Bold', 12, 5);
      else columns.text(part, 'Helvetica', 10, 9);
      if (part.includes('Table 1 gives')) drawTable(pdf, columns);
      if (part.includes('Figure 1 shows')) drawFigure(pdf, columns);
    }
  });
}
