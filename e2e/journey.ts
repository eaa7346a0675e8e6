import { expect as baseExpect, type Page, test as base } from '@playwright/test';

/** Waits longer than the usual five seconds: a busy machine is not a broken product. */
export const expect = baseExpect.configure({ timeout: 15_000 });

/**
 * A journey whose browser must have nothing to complain of: no error of a script or of hydration,
 * nothing that the page's security policy had to stop, no file that did not load.
 */
export const test = base.extend<{ complaints: string[] }>({
  /** A person looks before they press; by then the page is awake. `commit` does not wait for that. */
  page: async ({ page }, provide) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (options?.waitUntil !== 'commit') await awake(page);
      return answer;
    };
    await provide(page);
  },
  // A press that cannot be made is told at once, not when the journey's time is over.
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

/** Only a page of React's has its state written in it. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !document.getElementById('page-state') || 'awake' in document.documentElement.dataset,
  );
}

/** A refusal or a page that is not there is an answer; a missing script or picture is a fault. */
function isAnswer(text: string, url: string): boolean {
  return text.startsWith('Failed to load resource') && !/\/(assets|brands)\//.test(url);
}
