import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { awake, expect } from './journey.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * WCAG 2.2 AA for the page as it is, open dialogs included. @param what the page's name in the
 * report
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

/** Measured in the middle of the window, because the chat button may cover it elsewhere. */
async function isSmallInView(page: Page, selector: string): Promise<boolean> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const again = new AxeBuilder({ page }).include(selector).withRules('target-size');
  return (await again.analyze()).violations.length > 0;
}

async function stillness(page: Page): Promise<void> {
  await awake(page);
  await page.evaluate(async () => {
    // Spinners and what replaces them animate.
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
