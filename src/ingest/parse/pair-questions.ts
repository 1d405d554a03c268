import { type RawBlock, rawBlock } from './raw-block.ts';
import { isQuestion } from './recognise.ts';

const FAQ_TITLE =
  /\bfaqs?\b|frequently asked|questions (?:and|&) answers|preguntas (?:frecuentes|y respuestas)|\bq\s?&\s?a\b/iu;

const isAnswer = (block: RawBlock | undefined): block is RawBlock =>
  block !== undefined && (block.kind === 'paragraph' || block.kind === 'list') && !isQuestion(block.text);

function answersAfter(blocks: readonly RawBlock[], at: number): RawBlock[] {
  const answers: RawBlock[] = [];
  for (let index = at + 1; isAnswer(blocks[index]); index += 1) {
    const block = blocks[index];
    if (block !== undefined) answers.push(block);
  }
  return answers;
}

/** Whether the block may be a question: a heading anywhere, a line of text only under a FAQ's heading. */
function asks(block: RawBlock, underFaq: boolean): boolean {
  if (!isQuestion(block.text)) return false;
  return block.kind === 'heading' || (block.kind === 'paragraph' && underFaq);
}

/**
 * Returns the blocks with questions and the text that answers them made one `faq` block each (question, then answer).
 * One question heading alone may be a figure of speech: it takes two, or a heading that says that these are questions.
 */
export function pairQuestions(blocks: readonly RawBlock[]): RawBlock[] {
  const headings = blocks.filter((block, at) => asks(block, false) && answersAfter(blocks, at).length > 0);
  const titled = blocks.some((block) => block.kind === 'heading' && FAQ_TITLE.test(block.text));
  if (headings.length < 2 && !titled) return [...blocks];
  const paired: RawBlock[] = [];
  let underFaq = false;
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block === undefined) continue;
    const answers = asks(block, underFaq) ? answersAfter(blocks, at) : [];
    if (block.kind === 'heading' && answers.length === 0) underFaq = FAQ_TITLE.test(block.text) || underFaq;
    if (answers.length === 0) {
      paired.push(block);
      continue;
    }
    const text = [block, ...answers].map((part) => part.text).join('\n');
    paired.push(rawBlock('faq', text, block.box === undefined ? {} : { box: block.box }));
    at += answers.length;
  }
  return paired;
}
