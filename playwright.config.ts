import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { testChromiumArgs, findChromium } from './scripts/chromium.ts';

const port = process.env.E2E_PORT ?? '3100';
const baseURL = `http://localhost:${port}`;
const data = path.join(import.meta.dirname, '.test-results/e2e-data');
const executablePath = findChromium();

/**
 * The usual run proves each promise once, on the size that it depends on: a desktop, unless a test
 * is tagged `@phone` or `@both`. `LONG=1` walks everything on both, and what is tagged `@long`.
 */
const isLong = process.env.LONG === '1';
/**
 * `LATER=1`: the files named `*.later.spec.ts` (what a line lives through, the console, services
 * outside, two at once, how a screen settles) and what is tagged `@later`.
 */
const isLater = process.env.LATER === '1';
const later = /\.later\.spec\.ts|@later\b/;
const laterOnPhone = /\.later\.spec\.ts.*@(phone|both)\b|@(phone|both)\b.*@later\b/;
/** Whoever names such a file means it. */
const isNamed = process.argv.some((one) => one.includes('.later'));
const laterOnly = isNamed ? /@later\b/ : later;
const leftOut = isLater ? [/@long\b/] : [/@long\b/, laterOnly];

// Each worker reads this file too, and so does the search for dead code: only the first reading of
// `playwright test` begins a run.
const begins = process.argv[2] === 'test' && !process.argv.includes('--list');
if (begins && process.env.TEST_WORKER_INDEX === undefined) {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(path.dirname(data), { recursive: true });
}

const services = /(outside|stripe)\.later\.spec\.ts$/;
const desktop = {
  ...(isLater && { grep: later }),
  grepInvert: isLong ? [] : [/@phone\b/, ...leftOut],
  use: { viewport: { width: 1440, height: 900 } },
};

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.test-results/playwright',
  // One more than the cores of a small machine: much of a journey's time is waiting. The later
  // ones wait for a quarter of theirs, for a clock that moves and for what does not answer.
  workers: isLater ? 4 : 3,
  retries: 0,
  forbidOnly: true,
  // Also where a journey looks at many pages, on a busy machine.
  timeout: 240_000,
  reporter: [['list'], ['./scripts/playwright-results.ts']],
  use: {
    baseURL,
    browserName: 'chromium',
    // A trace costs a third of the time; `playwright test --trace on` records one.
    trace: 'off',
    // What moves is drawn sixty times a second: a fifth of the time. `LONG=1` walks with it.
    contextOptions: { reducedMotion: isLong ? 'no-preference' : 'reduce' },
    screenshot: 'only-on-failure',
    // What passes through a worker is not a page's to route; home-screen.later.spec.ts has one.
    serviceWorkers: 'block',
    launchOptions: { args: testChromiumArgs, ...(executablePath && { executablePath }) },
  },
  projects: [
    // First, since each of the two takes a minute, with a product of its own.
    { ...desktop, name: 'services', testMatch: services },
    {
      ...desktop,
      name: 'desktop',
      // Walked on a phone, where most people are.
      testIgnore: [/one-number-two-customers\.later\.spec\.ts$/, services],
    },
    {
      name: 'phone',
      ...(!isLong && { grep: isLater ? laterOnPhone : /@(phone|both)\b/ }),
      // What does not depend on the size of the screen is walked once.
      grepInvert: isLong ? /@desktop\b/ : [/@desktop\b/, ...leftOut],
      testIgnore: /(public-pages|session|declined-card|bank-confirmation)\.spec\.ts$/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    // What it says goes to a file that is searched for secrets afterwards (secrets.after.ts).
    command: 'npm start > .test-results/e2e-server.log',
    url: `${baseURL}/readyz`,
    env: { PORT: port, PORTSIDE_DATA: data, PORTSIDE_SEED: 'demo', PORTSIDE_LOG: 'trace' },
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
