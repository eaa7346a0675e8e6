import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect } from './journey.ts';

const pictures = process.env.SCREENSHOTS;
const isLong = process.env.LONG === '1';

/** Time is the sandbox's own; what falls due on the way has happened once this ends. */
export async function passHours(request: APIRequestContext, hours: number): Promise<void> {
  const answer = await request.post('/sandbox/clock', { data: { hours }, timeout: 240_000 });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Where an hour is too long: two minutes after it came, a phone has an eSIM, and its code is masked. */
export async function passMinutes(request: APIRequestContext, count: number): Promise<void> {
  const answer = await request.post('/sandbox/clock', { data: { hours: 0 } });
  const { now } = (await answer.json()) as { now: string };
  const until = new Date(Date.parse(now) + count * 60_000).toISOString();
  const moved = await request.post('/sandbox/clock', { data: { until } });
  expect(moved.status(), await moved.text()).toBe(200);
}

export const passDays = (request: APIRequestContext, days: number) => passHours(request, days * 24);

/** To one of the rooms of a line, from its overview or from another room. */
export async function enterRoom(page: Page, room: string): Promise<void> {
  const main = page.getByRole('main');
  const back = main.getByRole('link', { name: 'Back to the line' });
  const way = main.getByRole('link', { name: new RegExp(`^${room}`) });
  await expect(back.or(way)).toBeVisible();
  if (await back.isVisible()) await back.click();
  await way.click();
  await expect(page.getByRole('heading', { level: 1, name: room })).toBeFocused();
}

const narrow = { width: 320, height: 700 };

/**
 * Holds the screen to WCAG, dark on the narrowest phone, and as it is in a long run. Leaves pictures
 * of it in all sizes and both themes, where `SCREENSHOTS` names a folder.
 */
export async function look(page: Page, name: string): Promise<void> {
  // Behind another page it would draw no frame.
  await page.bringToFront();
  if (isLong) await expectAccessible(page, name);
  const usual = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize(narrow);
  await expectAccessible(page, `${name}, dark, ${narrow.width} px`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways at ${narrow.width} px`).toBe(0);
  if (pictures) await takePictures(page, name, pictures);
  // What moves stays as the run has it (playwright.config.ts).
  await page.emulateMedia({ colorScheme: null, ...(isLong && { reducedMotion: null }) });
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
