/**
 * Returns the mean, over the rows of `question`, of the largest dot product with any row of `text`; both hold rows of
 * `dimensions` floats. With unit rows it lies in −1..1. −1 when either has no rows.
 */
export function maxSim(question: Float32Array, text: Float32Array, dimensions: number): number {
  if (question.length === 0 || text.length === 0) return -1;
  let total = 0;
  for (let q = 0; q < question.length; q += dimensions) {
    let best = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < text.length; t += dimensions) {
      let dot = 0;
      for (let i = 0; i < dimensions; i += 1) dot += (question[q + i] ?? 0) * (text[t + i] ?? 0);
      if (dot > best) best = dot;
    }
    total += best;
  }
  return total / (question.length / dimensions);
}
