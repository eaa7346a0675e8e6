import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { appIcons, touchIcon } from '../server/src/brands/app-icons.ts';
import { DOTS, LETTER_LOGO } from '../server/src/brands/letter-logo.ts';
import { chromiumArgs, findChromium } from './chromium.ts';

const brands = path.resolve(import.meta.dirname, '../brands');

/**
 * `node scripts/share-pictures.ts` draws `brands/<id>/share.png` for link previews, the logo of its
 * emails and papers, and its icons on home screens. Run it when a brand's theme, logo, mark or first words change.
 */
async function drawAll(): Promise<void> {
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: chromiumArgs,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    const only = process.argv[2];
    for (const id of await readdir(brands)) {
      if (only && id !== only) continue;
      // In the brand's folder, so that the theme's fonts load.
      const file = path.join(brands, id, 'share.html');
      await writeFile(file, await pictureOf(path.join(brands, id)));
      try {
        await page.goto(pathToFileURL(file).href, { waitUntil: 'networkidle' });
        await page.evaluate('document.fonts.ready');
        await page.screenshot({ path: path.join(brands, id, 'share.png') });
      } finally {
        await rm(file);
      }
      await drawLetterLogos(browser, path.join(brands, id));
      await drawIcons(browser, path.join(brands, id));
      console.log(`brands/${id}: share.png, icons, ${Object.values(LETTER_LOGO).join(', ')}`);
    }
  } finally {
    await browser.close();
  }
}

/** As high as in the header of a page, on no ground. */
async function drawLetterLogos(browser: Browser, folder: string): Promise<void> {
  for (const [when, file] of Object.entries(LETTER_LOGO)) {
    const page = await browser.newPage({
      deviceScaleFactor: DOTS,
      colorScheme: when === 'night' ? 'dark' : 'light',
    });
    const svg = await readFile(path.join(folder, 'logo.svg'), 'utf8');
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    await page
      .locator('svg')
      .first()
      .screenshot({ path: path.join(folder, file), omitBackground: true });
    await page.close();
  }
}

/** How much of an icon its mark fills: of a maskable one, anything outside a disc of 80 % may go. */
const filled = { any: 1, maskable: 0.56, touch: 0.72 } as const;

async function drawIcons(browser: Browser, folder: string): Promise<void> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const { letters } = JSON.parse(await read('brand.json')) as { letters: { ground: string } };
  const svg = await read('mark.svg');
  await mkdir(path.join(folder, 'icons'), { recursive: true });
  for (const { file, dots, purpose } of [
    ...appIcons,
    { ...touchIcon, purpose: 'touch' } as const,
  ]) {
    const page = await browser.newPage({ viewport: { width: dots, height: dots } });
    const ground = purpose === 'any' ? 'transparent' : letters.ground;
    const size = Math.round(dots * filled[purpose]);
    await page.setContent(
      `<style>body{margin:0;height:100vh;display:grid;place-items:center;background:${ground}}svg{width:${size}px;height:${size}px}</style>${svg}`,
    );
    await page.screenshot({ path: path.join(folder, file), omitBackground: true });
    await page.close();
  }
}

async function pictureOf(folder: string): Promise<string> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  const { host } = JSON.parse(await read('brand.json')) as { host: string };
  const { hero } = JSON.parse(await read('content/home.json')) as { hero: { title: string } };
  const signals = ['square', 'cross', 'saltire', 'quarters', 'stripes', 'diamond'];
  const flags = signals.map((name) => `<svg viewBox="0 0 24 24"><use href="#flag-${name}"/></svg>`);
  return `<!doctype html><html data-theme="light"><meta charset="utf-8">
<link rel="stylesheet" href="theme.css">
<style>
  body { margin: 0; height: 630px; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); font-family: var(--font-text-family); }
  header { display: flex; align-items: center; gap: 20px; padding: 64px 72px 0; font-size: 34px; font-weight: 600; }
  svg:not([viewBox]) { display: none; }
  header img { width: 60px; height: 60px; }
  h1 { flex: 1; margin: 0; padding: 44px 72px 0; max-width: 1000px; font: var(--head-weight) 88px/1.04 var(--font-head-family); letter-spacing: var(--head-tracking); text-wrap: balance; }
  footer { display: flex; gap: 28px; padding: 32px 72px; background: var(--deep); }
  footer svg { width: 96px; height: 96px; }
</style>
${await read('flags.svg')}
<header><img src="mark.svg" alt="">${host}</header>
<h1>${hero.title}</h1>
<footer>${flags.join('')}</footer></html>`;
}

await drawAll();
