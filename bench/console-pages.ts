import type { BrowserContext, Locator, Page } from '@playwright/test';
import { demoPassword } from '@portside/contract/demo-people';
import { demoCodes } from '../server/src/testing/staff-caller.ts';

const ADMIN = 'admin@harbor.example';

/**
 * Logs the browser in as an admin of the demo. @returns what the navigation leads to, one page behind
 * each list, a search, and a customer who was verified
 */
export async function consolePages(browser: BrowserContext, site: string): Promise<string[]> {
  const tab = await browser.newPage();
  try {
    await logIn(tab, site);
    const listed = await linksIn(navigationOf(tab));
    const pages: string[] = [];
    for (const path of listed) {
      await tab.goto(site + path);
      await settled(tab);
      const inside = await linksIn(tab.getByRole('main'));
      const first = inside.find((one) => one.startsWith(`${path}/`));
      pages.push(path, ...(first ? [first] : []));
    }
    await tab.goto(`${site}/console/find?q=maya`);
    await settled(tab);
    const customer = (await linksIn(tab.getByRole('main')))[0];
    if (customer === undefined) throw new Error('Nobody of the demo was found');
    await verify(tab, site + customer);
    return [...pages, '/console/find?q=maya', customer, '/console/no-such-page'];
  } finally {
    await tab.close();
  }
}

async function logIn(tab: Page, site: string): Promise<void> {
  await tab.goto(`${site}/console`);
  await tab.getByLabel('Email').fill(ADMIN);
  await tab.getByLabel('Password', { exact: true }).fill(demoPassword);
  await tab.keyboard.press('Enter');
  const code = tab.getByRole('textbox', { name: 'Code' });
  await code.waitFor();
  await code.fill((await demoCodes(site)).find(({ email }) => email === ADMIN)?.code ?? '');
  await tab.keyboard.press('Enter');
  await navigationOf(tab).waitFor();
  await settled(tab);
}

const navigationOf = (tab: Page) => tab.getByRole('navigation', { name: 'Console' });

/** Nothing of a customer is shown before. */
async function verify(tab: Page, address: string): Promise<void> {
  await tab.goto(address);
  await tab.getByRole('radio', { name: /^A ticket of the CRM/ }).check();
  await tab.getByLabel('Number of the ticket').fill('HELP-18');
  await tab.keyboard.press('Enter');
  await tab.getByRole('heading', { name: /^Verify / }).waitFor({ state: 'hidden' });
  await settled(tab);
}

const settled = async (tab: Page) => {
  await tab.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await tab.locator('main [aria-busy="true"]').waitFor({ state: 'hidden' });
};

const linksIn = (place: Locator): Promise<string[]> =>
  place
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
