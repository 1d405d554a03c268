/** How often a test of ours kills. */
export const KILLS = 10;

const SEED = 20261130;

/** Returns numbers between 0 and 1, the same in every run (Park and Miller 1988). */
export function seededNumbers(): () => number {
  let state = SEED;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
