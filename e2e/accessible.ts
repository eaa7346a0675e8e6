import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Frame, Page } from '@playwright/test';
import type axe from 'axe-core';
import { awake, expect } from './journey.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What axe would fetch beforehand: no rule of these asks for the style sheets. */
const preload = { assets: ['media'] };
/** Less than half to send and to read of what the package itself brings. */
const script = readFileSync(
  path.join(import.meta.dirname, '../node_modules/axe-core/axe.min.js'),
  'utf8',
);

/**
 * WCAG 2.2 AA for the page as it is, open dialogs included. @param what the page's name in the
 * report
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await stillness(page);
  const found: string[] = [];
  for (const { id, nodes } of await violationsOf(page, { type: 'tag', values: rules })) {
    for (const { target } of nodes) {
      const selector = target.join(' ');
      if (id === 'target-size' && !(await isSmallInView(page, selector))) continue;
      found.push(`${id}: ${selector}`);
    }
  }
  expect(found, `what axe finds on ${what}`).toEqual([]);
}

/** Measured in the middle of the window, because the chat button may cover it elsewhere. */
async function isSmallInView(page: Page, selector: string): Promise<boolean> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const only = { type: 'rule' as const, values: ['target-size'] };
  return (await violationsOf(page, only, [[selector]])).length > 0;
}

type Found = Pick<axe.Result, 'id'> & { nodes: { target: string[] }[] };
type Options = {
  runOnly: axe.RunOnly;
  resultTypes: axe.resultGroups[];
  preload: axe.PreloadOptions;
};
type InPage = { axe: typeof axe };

/**
 * Straight from axe: its builder for Playwright brings the script anew for each look, opens a
 * further page for each, and describes what passed too, which takes longer than the look itself.
 */
async function violationsOf(
  page: Page,
  runOnly: axe.RunOnly,
  include: string[][] = [],
): Promise<Found[]> {
  const asked = {
    context: { include, exclude: [] },
    options: { runOnly, resultTypes: ['violations'], preload } satisfies Options,
  };
  await bringAxe(page.mainFrame());
  // What axe asks the frames by itself, their own scripts would hear too.
  const partials = page.frames().length > 1 ? await partialsOf(page.mainFrame(), asked) : undefined;
  return page.evaluate(
    async ({ context, options, parts }) => {
      const { axe: here } = window as unknown as InPage;
      const { violations } = parts
        ? await here.finishRun(parts, options)
        : await here.run(context.include.length > 0 ? context : document, options);
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target }) => ({ target: target.map(String) })),
      }));
    },
    { ...asked, parts: partials },
  );
}

/** As axe writes it: selectors, and no nodes. */
type Context = { include: string[][]; exclude: string[][] };
type Asked = { context: Context; options: Options };

/** Of the frame, and of those inside it, in axe's order. */
async function partialsOf(frame: Frame, asked: Asked): Promise<axe.PartialResults> {
  await bringAxe(frame);
  const inside = await frame.evaluate(
    (context) => (window as unknown as InPage).axe.utils.getFrameContexts(context),
    asked.context,
  );
  const partials: axe.PartialResults = [
    await frame.evaluate(
      ({ context, options }) => (window as unknown as InPage).axe.runPartial(context, options),
      asked,
    ),
  ];
  for (const { frameSelector, frameContext } of inside) {
    const held = await frame.evaluateHandle(
      (selector) => (window as unknown as InPage).axe.utils.shadowSelect(selector),
      frameSelector,
    );
    const child = await held.asElement()?.contentFrame();
    partials.push(
      ...(child ? await partialsOf(child, { ...asked, context: frameContext as Context }) : [null]),
    );
  }
  return partials;
}

async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(script);
}

async function stillness(page: Page): Promise<void> {
  await awake(page);
  await page.evaluate(async () => {
    // Spinners and what replaces them animate.
    const isBusy = () => document.querySelector('main [aria-busy="true"]') !== null;
    const moves = () =>
      isBusy() || document.getAnimations().some((one) => one.playState === 'running');
    const began = performance.now();
    // What is on its way comes, however slow the machine; a spinner may turn for good.
    const isPatient = () => performance.now() - began < (isBusy() ? 30_000 : 3000);
    for (let still = 0; still < 3 && isPatient(); still += 1) {
      if (moves()) still = -1;
      // Colors are those of the last frame.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
    }
    const passing = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map((one) => one.finished));
  });
}
