import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect } from './journey.ts';

const pictures = process.env.SCREENSHOTS;

/** Time is the sandbox's own; what falls due on the way has happened once it answers. */
export async function passHours(request: APIRequestContext, hours: number): Promise<void> {
  const answer = await request.post('/sandbox/clock', { data: { hours } });
  expect(answer.status(), await answer.text()).toBe(200);
}

export const passDays = (request: APIRequestContext, days: number) => passHours(request, days * 24);

const narrow = { width: 320, height: 700 };

/**
 * Holds the screen to WCAG, as it is and dark on the narrowest phone. Leaves pictures of it in all
 * sizes and both themes, where `SCREENSHOTS` names a folder.
 */
export async function look(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  const usual = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize(narrow);
  await expectAccessible(page, `${name}, dark, ${narrow.width} px`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways at ${narrow.width} px`).toBe(0);
  if (pictures) await takePictures(page, name, pictures);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  if (usual) await page.setViewportSize(usual);
}

async function takePictures(page: Page, name: string, folder: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const width of [390, 850, 965, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const file = path.join(folder, `${name}-${width}-${theme}-${randomUUID().slice(0, 4)}.png`);
      await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
    }
  }
}
