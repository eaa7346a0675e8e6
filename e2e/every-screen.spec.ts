import path from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { messages } from '../web/src/words/es.ts';
import { arriveAs, arriveAsNewcomer } from './customers.ts';
import { expect, test } from './journey.ts';
import { fillCart, type Screen, screens } from './screens.ts';

/** One way of looking at everything. */
interface View {
  readonly brand: 'harbor' | 'mesa';
  readonly theme: 'light' | 'dark';
  readonly language: 'en' | 'es';
  readonly width: number;
}

/** A folder to leave a picture of each screen in (`npm run screenshots`); pictures are not judged. */
const pictures = process.env.SCREENSHOTS;
const themes = ['light', 'dark'] as const;
const widths = pictures ? [390, 850, 965, 1440] : [320, 1440];
const every: View[] = (['harbor', 'mesa'] as const).flatMap((brand) =>
  themes.flatMap((theme) =>
    (['en', 'es'] as const).flatMap((language) =>
      widths.map((width) => ({ brand, theme, language, width })),
    ),
  ),
);
// The journeys look at the light theme on their way. All of it: `SCREENS=all`.
const short: View[] = [
  { brand: 'harbor', theme: 'dark', language: 'en', width: 1440 },
  { brand: 'harbor', theme: 'light', language: 'es', width: 320 },
];
const views = process.env.SCREENS === 'all' || pictures ? every : short;

test.setTimeout(600_000);

for (const view of views) {
  const { brand, theme, language, width } = view;
  const called = `${brand} at ${width} px, ${theme}, ${language}`;
  // The demo people are Harbor's.
  const shown = screens.filter(
    ({ who }) => brand === 'harbor' || who === 'nobody' || who === 'newcomer',
  );
  for (const who of new Set(shown.map((screen) => screen.who))) {
    test(
      `every screen of ${who} is accessible: ${called}`,
      { tag: '@desktop' },
      async ({ browser, baseURL, request }) => {
        const home = new URL(baseURL ?? '');
        if (brand === 'mesa') home.hostname = 'mesa.localhost';
        const context = await browser.newContext({
          baseURL: home.origin,
          viewport: { width, height: width < 600 ? 700 : 900 },
          colorScheme: theme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await arrive(page, request, who, brand);
        for (const screen of shown.filter((one) => one.who === who)) {
          await test.step(screen.name, () => look(page, screen, view));
        }
        await context.close();
      },
    );
  }
}

/** The Spanish of a sentence of the interface; what the catalogue leaves out is the same in both. */
function inSpanish(words: string): string {
  const spanish = messages[words] ?? words;
  if (typeof spanish !== 'string') throw new Error(`"${words}" has parts to be filled in`);
  return spanish;
}

async function arrive(
  page: Page,
  request: APIRequestContext,
  who: Screen['who'],
  brand: View['brand'],
): Promise<void> {
  if (who === 'newcomer') await arriveAsNewcomer(page, request, brand);
  else if (who !== 'nobody') await arriveAs(page, request, `${who}@example.com`);
}

async function look(page: Page, screen: Screen, view: View): Promise<void> {
  const say = (words: string) => (view.language === 'es' ? inSpanish(words) : words);
  if (screen.withCart) await fillCart(page);
  await page.goto(view.language === 'es' ? `/es${screen.path}` : screen.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: say('Loading') })).toHaveCount(0);
  const { opens } = screen;
  if (opens) {
    const opener = page.getByRole('button', { name: opens(say), exact: true }).first();
    await opener.click();
    if (screen.inPlace) await expect(opener).toBeHidden();
    else await expect(page.getByRole('dialog').first()).toBeVisible();
  }
  if (pictures) {
    const file = `${screen.name}-${view.width}-${view.theme}-${view.language}.png`;
    await page.screenshot({
      path: path.join(pictures, view.brand, file),
      fullPage: !opens,
      animations: 'disabled',
    });
  } else {
    await expectAccessible(
      page,
      `${screen.name} (${view.width} px, ${view.theme}, ${view.language})`,
    );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${screen.name} scrolls sideways at ${view.width} px`).toBe(0);
  }
}
