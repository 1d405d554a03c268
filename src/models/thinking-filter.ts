const OPENINGS = ['<think>', '<thinking>'];

/**
 * Returns a function to be called with the pieces of a streamed answer, which passes on to `onText` all but the
 * reasoning in front (`<think>…</think>`) and the white space around it. Joined, what it passes on starts as
 * `stripThinking` of the whole does.
 */
export function createThinkingFilter(onText: (piece: string) => void): (piece: string) => void {
  let held = '';
  let passing = false;
  return (piece) => {
    if (passing) {
      onText(piece);
      return;
    }
    held = (held + piece).replace(/^[\s\uFEFF]+/, '');
    const opening = OPENINGS.find((tag) => held.toLowerCase().startsWith(tag));
    if (opening !== undefined) {
      const end = /<\/think(ing)?>/i.exec(held);
      if (end === null) return;
      held = held.slice(end.index + end[0].length).trimStart();
    }
    const mayOpen = OPENINGS.some((tag) => tag.startsWith(held.toLowerCase()));
    if (held === '' || mayOpen) return;
    passing = true;
    onText(held);
    held = '';
  };
}
