import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { awake, expect } from './journey.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Holds the page as it stands, with whatever dialog is open, to WCAG 2.2 AA.
 * @param what the page's name in the report
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await stillness(page);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { target } of nodes) {
      const selector = target.join(' ');
      if (id === 'target-size' && !(await isSmallInView(page, selector))) continue;
      found.push(`${id}: ${selector}`);
    }
  }
  expect(found, `what axe finds on ${what}`).toEqual([]);
}

/**
 * Is it too small to be hit? What lies half under a floating button (the chat's) where the page
 * happens to stand is reached by scrolling; so it is asked in the middle of the window.
 */
async function isSmallInView(page: Page, selector: string): Promise<boolean> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const again = new AxeBuilder({ page }).include(selector).withRules('target-size');
  return (await again.analyze()).violations.length > 0;
}

/** What is still fading in has colours that nobody will see for longer than a blink. */
async function stillness(page: Page): Promise<void> {
  // What comes when the page wakes up has come.
  await awake(page);
  await page.evaluate(async () => {
    // What was waited for (a spinner turns meanwhile) comes in with a motion of its own.
    const moves = () => document.getAnimations().some((one) => one.playState === 'running');
    const patience = performance.now() + 3000;
    for (let still = 0; still < 4 && performance.now() < patience; still += 1) {
      if (moves()) still = -1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const passing = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map((one) => one.finished));
  });
}
