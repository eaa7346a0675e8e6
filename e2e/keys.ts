import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

/** What opens shows a moment before it takes the focus, and listens to keys. */
export async function expectFocusIn(box: Locator): Promise<void> {
  await expect(box).toBeVisible();
  const holds = () => box.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(holds, { message: 'the focus comes into what opened' }).toBe(true);
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isItsDialogsTurn = () =>
    target.evaluate(
      (element) => element.closest('[role=dialog]')?.contains(document.activeElement) ?? true,
    );
  await expect.poll(isItsDialogsTurn, { message: 'the focus comes into the dialog' }).toBe(true);
  const limit = 80;
  for (let pressed = 0; pressed < limit && !(await isFocused(target)); pressed += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  // Not hidden behind a bar or the cookie banner.
  await expect(target).toBeInViewport();
}

/** All at once: what a select hears too late begins another word. */
export async function typeTogether(page: Page, text: string): Promise<void> {
  await Promise.all([...text].map((letter) => page.keyboard.press(letter)));
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export async function expectFocusKept(page: Page, dialog: Locator): Promise<void> {
  await expectFocusIn(dialog);
  const holds = () => dialog.evaluate((box) => box.contains(document.activeElement));
  const stops = await dialog.locator('button, input, a[href], [role=combobox]').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let pressed = 0; pressed < stops + 2; pressed += 1) {
      await page.keyboard.press(key);
      await expect.poll(holds, { message: `${key} ${pressed + 1}` }).toBe(true);
    }
  }
}
