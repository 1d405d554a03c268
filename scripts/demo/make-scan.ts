import { createCanvas, loadImage } from '@napi-rs/canvas';
import { renderPageAsImage } from 'unpdf';
import { writePdf } from './pdf-writer.ts';

/** Pixels a point: 150 dots per inch, as office scanners do. */
const SCALE = 150 / 72;

/** The sheet lay slightly askew, in radians. */
const SKEW = 0.008;

/** A sequence of numbers from 0 to 1 that is the same each time: the grain of the scan. */
function createGrain(): () => number {
  let state = 20260219;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function drawNote(text: string): Promise<Buffer> {
  const [name = '', ...rest] = text.trim().split('\n');
  return writePdf({ title: 'note', author: '' }, (pdf) => {
    pdf.font('Courier-Bold').fontSize(18).text(name);
    pdf.font('Courier').fontSize(12).text(rest.join('\n'), { lineGap: 3 });
  });
}

/** Returns the first page as a grey, grainy, slightly askew picture (JPEG). */
async function photograph(pdf: Buffer): Promise<Buffer> {
  const rendered = await renderPageAsImage(Uint8Array.from(pdf), 1, {
    scale: SCALE,
    canvasImport: () => import('@napi-rs/canvas'),
  });
  const image = await loadImage(Buffer.from(rendered));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f2ec';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.rotate(SKEW);
  context.globalCompositeOperation = 'multiply';
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  const grain = createGrain();
  for (let at = 0; at < pixels.data.length; at += 4) {
    const shade = Math.max(0, Math.min(255, (pixels.data[at] ?? 0) + (grain() - 0.5) * 24));
    for (let channel = 0; channel < 3; channel += 1) pixels.data[at + channel] = shade;
  }
  context.putImageData(pixels, 0, 0);
  return canvas.encode('jpeg', 55);
}

/** Returns a PDF of one page that is only a picture of `text`: it has no text layer, as a scan has none. */
export async function makeScan(text: string): Promise<Buffer> {
  const picture = await photograph(await drawNote(text));
  return writePdf({ title: 'Scan', author: '' }, (pdf) => {
    pdf.image(picture, 0, 0, { width: pdf.page.width, height: pdf.page.height });
  });
}
