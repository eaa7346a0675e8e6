import type { BrowserContext, Locator, Page } from '@playwright/test';
import { demoPassword } from '@portside/contract/demo-people';
import { demoCodes } from '../server/src/testing/staff-caller.ts';

/** Of a slow machine. */
const LOOKS = 40;
const ADMIN = 'admin@harbor.example';

/** Before anybody is logged in. */
export const consoleDoors = ['/console', '/console/invitation'];

/** The demo has something in each, which leads to a page of its own. */
const lists = ['plans', 'add-ons', 'disputes', 'chats', 'inbox'].map((one) => `/console/${one}`);

/**
 * Logs the browser in as an admin of the demo. @returns what the navigation leads to, one page behind
 * each list, a search, a customer who was verified and one who was not
 */
export async function consolePages(browser: BrowserContext, site: string): Promise<string[]> {
  const tab = await browser.newPage();
  try {
    await logIn(tab, site);
    const pages = await linksIn(navigationOf(tab));
    for (const list of lists) pages.push(await firstOf(tab, site, list));
    const maya = await find(tab, site, 'maya@example.com');
    await verify(tab, site + maya);
    const omar = await find(tab, site, 'omar@example.com');
    return [...pages, '/console/find?q=maya', maya, omar, '/console/no-such-page'];
  } finally {
    await tab.close();
  }
}

/** The demo's own work may still be under way, and not each list looks again by itself. */
async function firstOf(tab: Page, site: string, list: string): Promise<string> {
  const first = tab.locator(`main a[href^="${list}/"]`).first();
  for (let look = 1; look <= LOOKS; look += 1) {
    await tab.goto(site + list);
    await settled(tab);
    if (await first.isVisible()) return (await first.getAttribute('href')) ?? '';
    await tab.waitForTimeout(5_000);
  }
  throw new Error(`There is nothing in ${list}`);
}

async function find(tab: Page, site: string, email: string): Promise<string> {
  await tab.goto(`${site}/console/find?q=${encodeURIComponent(email)}`);
  const first = tab.locator('main a[href^="/console/customers/"]').first();
  await first.waitFor();
  return (await first.getAttribute('href')) ?? '';
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
