import { expect as baseExpect, type Page, test as base } from '@playwright/test';

/** A busy machine is not a broken product. */
export const expect = baseExpect.configure({ timeout: 15_000 });

/** Fails on script and hydration errors, policy violations and missing files. */
export const test = base.extend<{ complaints: string[] }>({
  /** Waits until React has hydrated the page; `commit` does not. */
  page: async ({ page }, provide) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (options?.waitUntil !== 'commit') await awake(page);
      return answer;
    };
    const reload = page.reload.bind(page);
    page.reload = async (options) => {
      const answer = await reload(options);
      if (options?.waitUntil !== 'commit') await awake(page);
      return answer;
    };
    await provide(page);
  },
  // Fail early when a press is impossible.
  actionTimeout: 20_000,
  complaints: [
    async ({ page }, use) => {
      const heard: string[] = [];
      page.on('pageerror', (error) => heard.push(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' || isAnswer(message.text(), message.location().url)) return;
        heard.push(`${message.text()} (${message.location().url})`);
      });
      await use(heard);
      expect(heard, 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.getElementById('page-state') || 'awake' in document.documentElement.dataset,
  );
}

/** A refused call is an answer; a missing script or picture is a fault. */
function isAnswer(text: string, url: string): boolean {
  return text.startsWith('Failed to load resource') && !/\/(assets|brands)\//.test(url);
}
