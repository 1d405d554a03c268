import { describe, expect, it } from 'vitest';
import { UNREAD_SHARE, vectorShares } from '../../../src/query/vector-share.ts';

describe('the share of a vector score', () => {
  it('is whole where the embedding reads question and text', () => {
    const share = vectorShares('en', ['en', 'es'], ['en']);
    expect(share('en')).toBe(1);
  });

  it('is less for a text that the embedding does not read, whatever the question', () => {
    expect(vectorShares('en', ['en', 'es'], ['en'])('es')).toBe(UNREAD_SHARE);
    expect(vectorShares('es', ['en', 'es'], ['en'])('es')).toBe(UNREAD_SHARE);
    expect(UNREAD_SHARE).toBeGreaterThan(0);
    expect(UNREAD_SHARE).toBeLessThan(1);
  });

  it('is less for every text when the question is in a language that it does not read', () => {
    const share = vectorShares('es', ['en', 'es'], ['en']);
    expect([share('en'), share('es'), share('und')]).toEqual([UNREAD_SHARE, UNREAD_SHARE, UNREAD_SHARE]);
  });

  it('does not believe a language of the question that no found text is in', () => {
    expect(vectorShares('ro', ['en', 'und'], ['en'])('en')).toBe(1);
  });

  it('does not believe a language that fewer than one in ten of the found texts are in', () => {
    const english = (count: number) => new Array<string>(count).fill('en');
    const rare = vectorShares('ro', [...english(10), 'ro'], ['en']);
    expect([rare('ro'), rare('en')]).toEqual([1, 1]);
    const held = vectorShares('ro', [...english(9), 'ro'], ['en']);
    expect([held('ro'), held('en')]).toEqual([UNREAD_SHARE, UNREAD_SHARE]);
  });

  it('is whole where a language cannot be told', () => {
    expect(vectorShares('und', ['und', 'en'], ['en'])('und')).toBe(1);
  });

  it('is whole for an embedding that reads all languages, or of which nothing is known', () => {
    expect(vectorShares('es', ['es'], 'any')('es')).toBe(1);
    expect(vectorShares('es', ['es'], 'unknown')('es')).toBe(1);
    expect(vectorShares('es', ['es'], ['en', 'es'])('es')).toBe(1);
  });
});
