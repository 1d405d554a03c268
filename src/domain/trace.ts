/** One thing that happened while answering, in words and numbers. */
export interface TraceStep {
  /** analyse, qa, route, text, graph, hybrid, validate, comment, answer … */
  readonly step: string;
  readonly note: string;
  readonly data?: unknown;
}

/** Collects the steps of one question; part of what the loop returns. */
export interface Trace {
  readonly steps: readonly TraceStep[];
  add(step: string, note: string, data?: unknown): void;
}

/** Returns an empty trace. */
export function createTrace(): Trace {
  const steps: TraceStep[] = [];
  return {
    steps,
    add: (step, note, data) => {
      steps.push(data === undefined ? { step, note } : { step, note, data });
    },
  };
}
