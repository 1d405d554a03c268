import { createCanvas } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';

type Draw = (pdf: PDFKit.PDFDocument) => void;

/** Returns the bytes of a PDF that `draw` fills; equal calls give equal bytes. */
export function makePdf(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const fixed = new Date('2026-01-01T00:00:00Z');
    const pdf = new PDFDocument({
      size: 'A4',
      margin: 60,
      ...options,
      info: { CreationDate: fixed, ...options.info },
    });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.once('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    pdf.once('error', reject);
    draw(pdf);
    pdf.end();
  });
}

/** Draws a page that is only a picture. */
export function drawPicture(pdf: PDFKit.PDFDocument): void {
  const canvas = createCanvas(200, 280);
  const context = canvas.getContext('2d');
  context.fillStyle = '#eeeeee';
  context.fillRect(0, 0, 200, 280);
  context.fillStyle = '#222222';
  for (let line = 0; line < 12; line += 1) context.fillRect(20, 20 + line * 20, 150 - line * 5, 6);
  pdf.image(canvas.toBuffer('image/png'), 0, 0, { width: pdf.page.width, height: pdf.page.height });
}
