import { defineConfig } from 'vitest/config';

/** `npm run test:llm`: the tests that need the local chat model. They take minutes and are no part of `npm test`. */
export default defineConfig({
  test: {
    name: 'llm',
    include: ['tests/llm/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['tests/llm/require-local-model.ts', 'tests/setup/neo4j.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    fileParallelism: false,
  },
});
