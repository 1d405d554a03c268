import { expect, test } from 'vitest';
import { fitMemory } from '../../../../src/store/embedded/memory.ts';

const fitted = { heapMb: 0, pagecacheMb: 0 };

test('memory is a quarter and an eighth of the machine within its bounds', () => {
  expect(fitMemory(4096, fitted)).toEqual({ heapMb: 1024, pagecacheMb: 512 });
  expect(fitMemory(1000, fitted)).toEqual({ heapMb: 512, pagecacheMb: 128 });
  expect(fitMemory(24_105, fitted)).toEqual({ heapMb: 2048, pagecacheMb: 1024 });
});

test('a setting wins over the rule', () => {
  expect(fitMemory(24_105, { heapMb: 300, pagecacheMb: 4096 })).toEqual({ heapMb: 300, pagecacheMb: 4096 });
});
