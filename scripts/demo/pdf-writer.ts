import PDFDocument from 'pdfkit';

/** Written into the files instead of the clock, so that equal sources give equal bytes. */
const CREATED = new Date('2026-03-10T12:00:00Z');

/** Returns the bytes of an A4 PDF that `draw` fills. */
export function writePdf(
  info: { readonly title: string; readonly author: string },
  draw: (page: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({
      size: 'A4',
      margin: 56,
      info: { Title: info.title, Author: info.author, CreationDate: CREATED, ModDate: CREATED },
    });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.once('end', () => resolve(Buffer.concat(parts)));
    pdf.once('error', reject);
    draw(pdf);
    pdf.end();
  });
}
