import { describe, expect, it } from 'vitest';
import { TrellisError } from '../../../src/errors.ts';
import { parseModelJson, stripThinking } from '../../../src/models/parse-json.ts';
import { brokenJson } from '../../setup/chat-turns.ts';

const MEANT = { names: ['Ada', 'a "quoted", comma ,] }'], note: 'x' };

function reasonOf(text: string): unknown {
  try {
    parseModelJson(text);
  } catch (error) {
    if (error instanceof TrellisError && error.code === 'TRELLIS_MODEL_OUTPUT_INVALID')
      return error.details['reason'];
    throw error;
  }
  return 'readable';
}

describe('parseModelJson', () => {
  it.each(Object.entries(brokenJson(MEANT)).filter(([, { readable }]) => readable))(
    'reads what was meant: %s',
    (_, { text }) => {
      expect(parseModelJson(text)).toEqual(MEANT);
    },
  );

  it.each([
    ['cut', 'cut'],
    ['thinking without an end', 'empty'],
    ['prose', 'no_json'],
    ['empty', 'empty'],
    ['spaces', 'empty'],
  ])('refuses an answer that is %s, saying %s', (kind, reason) => {
    expect(reasonOf(brokenJson(MEANT)[kind]?.text ?? 'absent')).toBe(reason);
  });

  it('takes the object, not the mark of a citation in front of it', () => {
    expect(parseModelJson('As [1] says: {"a": [2]} and [3].')).toEqual({ a: [2] });
  });

  it('keeps an array of objects whole', () => {
    expect(parseModelJson('Here: [{"a": 1}, {"a": 2}]')).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('leaves commas inside of strings alone while it drops trailing ones', () => {
    expect(parseModelJson('{"a": "x,}", "b": [1, 2,],}')).toEqual({ a: 'x,}', b: [1, 2] });
  });

  it('does not take a number or a string for an answer', () => {
    expect(reasonOf('42')).toBe('no_json');
    expect(reasonOf('"yes"')).toBe('no_json');
  });

  it('calls a fenced object without an end cut', () => {
    expect(reasonOf('```json\n{"a": [1, 2')).toBe('cut');
  });

  it('gives up soon on a model that is stuck on one bracket', () => {
    const started = performance.now();
    expect(reasonOf('['.repeat(100_000))).toBe('cut');
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('stripThinking', () => {
  it('drops reasoning in front, also twice, and nothing later', () => {
    expect(stripThinking(' <think>a</think> <think>b</think>\n x <think>c</think>')).toBe(
      'x <think>c</think>',
    );
  });

  it('is empty when the reasoning has no end', () => {
    expect(stripThinking('<think>still at it')).toBe('');
  });
});
