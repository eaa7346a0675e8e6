import path from 'node:path';
import type { APIRequestContext, Browser, BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { arriveAs, arriveAsNewcomer, askAsCustomer, codeTo } from './customers.ts';
import { orderPlan, post } from './purchases.ts';
import { expect, test } from './journey.ts';
import { oldCarrierSecrets } from './old-carrier-secrets.ts';
import { sayerOf } from './say.ts';
import { fillCart, type Screen, screens } from './screens.ts';
import { cards } from './shopping.ts';
import { type Walk, walks } from './walks.ts';

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
const oddOnes = ({ brand, theme, language, width }: View) =>
  [brand === 'mesa', theme === 'dark', language === 'es', width === widths[0]].filter(Boolean)
    .length;
/** Half of it, in which every three of brand, theme, language and width still meet. */
const half = every.filter((view) => oddOnes(view) % 2 === 0);
/** Every two of them meet in each way. */
const pairs = every.filter((view) => [0, 3].includes(oddOnes(view)));
// The journeys look at the light theme in English on their way. One view: `SCREENS=short`; CI: `pairs`.
const short: View[] = [{ brand: 'harbor', theme: 'dark', language: 'es', width: 320 }];
const long: View[] = [
  { brand: 'harbor', theme: 'dark', language: 'en', width: 1440 },
  { brand: 'harbor', theme: 'light', language: 'es', width: 320 },
];
const asked = { all: every, half, pairs, short }[process.env.SCREENS ?? ''];
const views = pictures ? every : (asked ?? long);
/** A step of its own (`npm test -- --only=screens`), and of the long run on both sizes. */
const tag = pictures || asked ? '@desktop' : ['@desktop', '@long'];

/** Each view's mover has a number of another area. */
const movers = '303 305 310 312 313 314 315 316 317 318 319 320 321 323 325 330'.split(' ');

test.setTimeout(600_000);
test.describe.configure({ mode: 'parallel' });

for (const view of views) {
  const { brand, theme, language, width } = view;
  const called = `${brand} at ${width} px, ${theme}, ${language}`;
  // Maya is Harbor's, and so are the movers.
  const isHere = ({ who }: Pick<Screen | Walk, 'who'>) =>
    brand === 'harbor' || who === 'nobody' || who === 'newcomer';
  const shown = screens.filter(isHere);
  for (const who of new Set(shown.map((screen) => screen.who))) {
    test(
      `every screen of ${who} is accessible: ${called}`,
      { tag },
      async ({ browser, baseURL, request }) => {
        const context = await contextOf(browser, baseURL ?? '', view);
        const page = await context.newPage();
        await arrive(page, request, who, view);
        for (const screen of shown.filter((one) => one.who === who)) {
          await test.step(screen.name, () => look(page, screen, view));
        }
        await context.close();
      },
    );
  }
  for (const walk of walks.filter(isHere)) {
    test(
      `every screen on the way from ${walk.path} is accessible: ${called}`,
      { tag },
      async ({ browser, baseURL, request }) => {
        const context = await contextOf(browser, baseURL ?? '', view);
        const page = await context.newPage();
        await arrive(page, request, walk.who, view);
        await walkAlong(page, walk, view);
        await context.close();
      },
    );
  }
}

/** A browser of the view's size, theme and brand. */
function contextOf(browser: Browser, baseURL: string, view: View): Promise<BrowserContext> {
  const home = new URL(baseURL);
  if (view.brand === 'mesa') home.hostname = 'mesa.localhost';
  return browser.newContext({
    baseURL: home.origin,
    viewport: { width: view.width, height: view.width < 600 ? 700 : 900 },
    colorScheme: view.theme,
    reducedMotion: 'reduce',
  });
}

async function arrive(
  page: Page,
  request: APIRequestContext,
  who: Screen['who'] | Walk['who'],
  view: View,
): Promise<void> {
  if (who === 'nobody') return;
  if (who === 'maya') return arriveAs(page, request, 'maya@example.com');
  const { email } = await arriveAsNewcomer(page, request, view.brand);
  if (who === 'confirmed') {
    const otp = await codeTo(request, email, /Confirm/);
    await post(page, request, '/app/users/verify-email', { otp });
  }
  if (who === 'mover') await beRejected(page, request, movers[views.indexOf(view)] ?? '');
}

/** Brings a number over to a new line, whose account number the old carrier does not know. */
async function beRejected(page: Page, request: APIRequestContext, area: string): Promise<void> {
  const number = { msisdn: `${area}5550190`, zipCode: '10005' };
  const check = '/app/users/portin/check';
  const { tempSubscriptionId } = await post<object & { tempSubscriptionId: string }>(
    page,
    request,
    check,
    number,
  );
  const { account, pin } = oldCarrierSecrets;
  const oldService = { billingAccountNumber: account, billingAccountPassword: pin };
  const portIn = { ...number, tempSubscriptionId, oldService };
  expect(await orderPlan(page, request, cards.good, { portIn })).toBe('paid');
  const look = async () => {
    const { portIns } = await askAsCustomer<{ portIns: { status: string }[] }>(
      page,
      request,
      '/app/portins',
    );
    return portIns[0]?.status;
  };
  await expect.poll(look, { timeout: 30_000, message: 'the port-in' }).toBe('action_needed');
}

/** Opens a page in the view's language. */
async function open(page: Page, to: string, { language }: View): Promise<void> {
  await page.goto(language === 'es' ? `/es${to}` : to);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const loading = page.getByRole('status', { name: sayerOf(language)('Loading') });
  await expect(loading).toHaveCount(0);
}

async function walkAlong(page: Page, walk: Walk, view: View): Promise<void> {
  if (walk.withCart) await fillCart(page);
  await open(page, walk.path, view);
  await walk.go(page, sayerOf(view.language), async (name) => {
    const inDialog = await page.getByRole('dialog').first().isVisible();
    await test.step(name, () => judge(page, name, view, !inDialog));
  });
}

async function look(page: Page, screen: Screen, view: View): Promise<void> {
  const say = sayerOf(view.language);
  if (screen.withCart) await fillCart(page);
  await open(page, screen.path, view);
  const { leads, opens, shows } = screen;
  if (shows) await expect(page.getByRole('heading', { level: 2, name: say(shows) })).toBeVisible();
  if (leads) {
    for (const name of leads(say)) {
      const before = page.url();
      await page.getByRole('main').getByRole('link', { name }).first().click();
      await expect(page).not.toHaveURL(before);
      // Its content is there.
      await expect(page.getByRole('main').getByRole('region').first()).toBeVisible();
    }
  }
  if (opens) {
    const opener = page.getByRole('button', { name: opens(say), exact: true }).first();
    await opener.click();
    if (screen.inPlace) await expect(opener).toBeHidden();
    else await expect(page.getByRole('dialog').first()).toBeVisible();
  }
  await judge(page, screen.name, view, !opens);
}

/** Leaves a picture of the screen as it stands, or holds it to WCAG and to its width. */
async function judge(page: Page, name: string, view: View, fullPage: boolean): Promise<void> {
  if (pictures) {
    // What is fixed stands where the window is, in the middle of the whole page otherwise.
    if (fullPage) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const file = `${name}-${view.width}-${view.theme}-${view.language}.png`;
    await page.screenshot({
      path: path.join(pictures, view.brand, file),
      fullPage,
      animations: 'disabled',
    });
    return;
  }
  await expectAccessible(page, `${name} (${view.width} px, ${view.theme}, ${view.language})`);
  expect(await sideways(page), `${name} scrolls sideways at ${view.width} px`).toEqual([]);
  if (view.width > PHONE.width) return;
  // Who needs letters twice as large has them on a phone too (WCAG 1.4.4).
  await page.setViewportSize(PHONE);
  await setLetters(page, '200%');
  const wide = await sideways(page);
  await setLetters(page, '');
  await page.setViewportSize({ width: view.width, height: 700 });
  expect
    .soft(wide, `${name} scrolls sideways with letters of 200 % at ${PHONE.width} px`)
    .toEqual([]);
}

const PHONE = { width: 390, height: 844 };

/** What makes a page wider than its window: the innermost ones, and nothing where it fits. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isWide = (one: Element) => one.getBoundingClientRect().right > clientWidth + 0.5;
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => isWide(one) && ![...one.children].some(isWide),
    );
    return [
      `${scrollWidth} px`,
      ...wide
        .slice(0, 20)
        .map((one) => `${one.tagName.toLowerCase()} ${one.textContent.slice(0, 40)}`),
    ];
  });

const setLetters = (page: Page, size: string) =>
  page.evaluate(async (fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    // The brand's own letters are wider than those that hold their place.
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    // A size that is still on its way measures too small.
    if (document.getAnimations().some((one) => one instanceof CSSTransition))
      throw new Error('The letters are still growing.');
  }, size);
