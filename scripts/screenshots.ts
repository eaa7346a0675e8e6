import path from 'node:path';
import { findChromium } from './chromium.ts';
import { root, show } from './running.ts';

/**
 * `npm run screenshots`: every screen of both brands at 390, 850, 965 and 1440 px, light and dark,
 * in both languages, into `.screenshots/`. Arguments narrow it down: `npm run screenshots -- "mesa
 * at 390"`.
 */
const only = process.argv[2];
const playwright = ['node_modules/@playwright/test/cli.js', 'test', 'e2e/every-screen.spec.ts'];
const { ok } = show([...playwright, '--project=desktop', ...(only ? ['-g', only] : [])], {
  SCREENSHOTS: path.join(root, '.screenshots'),
  CHROMIUM_PATH: findChromium() ?? '',
});
process.exit(ok ? 0 : 1);
