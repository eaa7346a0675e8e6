import { defineConfig } from 'vitest/config';

const MINUTES = 60_000;

/** `npm test -- --only=readme`: what a stranger does first, in an empty folder. */
export default defineConfig({
  test: {
    include: ['scripts/readme-followed.ts'],
    testTimeout: 5 * MINUTES,
    hookTimeout: 15 * MINUTES,
  },
});
