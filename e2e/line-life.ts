import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect } from './journey.ts';

const pictures = process.env.SCREENSHOTS;

const HOUR_MS = 3_600_000;

/** @returns the sandbox's time, which stops on the way if what falls due takes long */
async function moveClock(request: APIRequestContext, hours: number): Promise<number> {
  const answer = await request.post('/sandbox/clock', { data: { hours }, timeout: 120_000 });
  expect(answer.status(), await answer.text()).toBe(200);
  const { now } = (await answer.json()) as { now: string };
  return Date.parse(now);
}

/** Time is the sandbox's own; what falls due on the way has happened once this ends. */
export async function passHours(request: APIRequestContext, hours: number): Promise<void> {
  const end = (await moveClock(request, 0)) + hours * HOUR_MS;
  for (let left = hours; left > 0;) {
    left = Math.ceil((end - (await moveClock(request, left))) / HOUR_MS);
  }
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
