import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** The first one has no window to draw, which each page would pay for. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const systemPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Playwright's own, which naming any would replace, and what a browser with windows makes ready
 * beside each page for an address bar that nobody sees: half of what a page costs.
 */
const featuresOff = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'AimEnabled',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** For containers and root, without Chromium's own background traffic. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
];

/**
 * Of tests, which keep all cores busy: a thread beside the page's own, for garbage or quicker code, costs a
 * twelfth more and gains nothing. Not where a page's time is measured.
 */
export const testChromiumArgs = [...chromiumArgs, '--js-flags=--single-threaded'];

/** CHROMIUM_PATH, Playwright's own, or the system's. */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const onPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((folder) => systemNames.map((name) => path.join(folder, name)));
  const places = [
    chromium.executablePath(),
    ...onPath,
    ...systemNames.map((name) => `/usr/bin/${name}`),
    ...systemPlaces,
  ];
  return places.find((place) => place !== '' && existsSync(place));
}

const minutes = (n: number) => n * 60_000;

/** Playwright's download, or Debian's package when allowed. */
export function installChromium(): string | undefined {
  attempt(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'install', 'chromium'],
    minutes(3),
  );
  const found = findChromium();
  if (found ?? process.getuid?.() !== 0) return found;
  attempt('apt-get', ['update'], minutes(3));
  attempt('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], minutes(10));
  return findChromium();
}

function attempt(program: string, args: string[], timeout: number): void {
  console.log(`No Chromium yet: ${program} ${args.join(' ')}`);
  spawnSync(program, args, {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout,
  });
}
