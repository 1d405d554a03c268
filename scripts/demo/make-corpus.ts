/**
 * Makes the two PDF files of the sample corpus from the texts in `sources/`. The files are committed; run this after a
 * change of the texts: `node scripts/demo/make-corpus.ts`. No clock or chance is in them: a change shows in git only
 * when a text, a library or (for the scan) the fonts of this machine changed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeScan } from './make-scan.ts';
import { makeSurvey } from './make-survey.ts';

const here = import.meta.dirname;

const survey = await makeSurvey(await readFile(join(here, 'sources', 'salinity-survey-2025.md'), 'utf8'));
await writeFile(join(here, 'corpus', 'salinity-survey-2025.pdf'), survey);

const scan = await makeScan(await readFile(join(here, 'sources', 'delivery-note.txt'), 'utf8'));
await writeFile(join(here, 'corpus', 'delivery-note-scan.pdf'), scan);

process.stdout.write(
  `salinity-survey-2025.pdf ${survey.length} bytes\ndelivery-note-scan.pdf ${scan.length} bytes\n`,
);
