import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';
import { oldCarrierSecrets } from './old-carrier-secrets.ts';

const { account, pin } = oldCarrierSecrets;
/** Nevada numbers; the last two digits decide the outcome. */
export const number = (digits: string) => `77555501${digits}`;
export const shown = (digits: string) => `(775) 555-01${digits}`;
export const ownSim = (digits: string) => `89014100000000000${digits}0`;

export const checkTitle = 'Check port-in eligibility';
export const moves = (page: Page) =>
  page.getByRole('region', { name: /^(Your number on its way|Numbers you transferred)$/ });
export const tile = (page: Page, digits: string) =>
  moves(page).getByRole('article', { name: shown(digits), exact: true });
export const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
export const press = (inside: Page | Locator, name: string) =>
  inside.getByRole('button', { name, exact: true }).click();

export const expectState = (page: Page, digits: string, status: string) =>
  expect(tile(page, digits), `the state of ${digits}`).toHaveAttribute('data-status', status, {
    timeout: 45_000,
  });

export async function startCheck(page: Page): Promise<void> {
  await press(page, checkTitle);
}

export async function askFor(page: Page, digits: string): Promise<void> {
  const dialog = dialogOf(page, checkTitle);
  await dialog.getByLabel('Number to transfer').fill(shown(digits));
  await dialog.getByLabel('ZIP Code').fill('10038');
  await press(dialog, 'Check');
}

export async function refuses(page: Page, digits: string, sentence: string): Promise<void> {
  await askFor(page, digits);
  const no = dialogOf(page, 'Oops!');
  await expect(no).toContainText('This number is not eligible for port-in.');
  await expect(no).toContainText(sentence);
  await press(no, 'Try again');
}

export async function accepts(page: Page, digits: string): Promise<void> {
  await askFor(page, digits);
  const yes = dialogOf(page, 'Good News!');
  await expect(yes).toContainText('Your number is eligible for port-in');
  await expect(yes).toContainText(shown(digits));
  await press(yes, 'Continue');
}

export async function giveDetails(page: Page, instead?: string): Promise<void> {
  const dialog = dialogOf(page, 'Let’s port in your number');
  await expect(dialog).toContainText('Please provide your old carrier details');
  await dialog.getByLabel('Account number').fill(account);
  await dialog.getByLabel('Number Transfer PIN').fill(pin);
  if (instead) {
    await dialog.getByRole('combobox', { name: 'Where will the number be used?' }).click();
    await page.getByRole('option', { name: `Instead of ${instead}` }).click();
  }
  await press(dialog, 'Save');
  await expect(dialog).toBeHidden();
}

export async function agreeToMove(page: Page, digits: string, gives?: string): Promise<void> {
  const question = dialogOf(page, `Transfer ${shown(digits)}?`);
  await expect(question).toContainText('Nothing has been sent yet.');
  if (gives) await expect(question).toContainText(`You give up ${gives}`);
  else await expect(question).not.toContainText('give up');
  await press(question, 'Yes, transfer it');
  await expect(question).toBeHidden();
  await closeLongNotice(page, gives ? 'It keeps its SIM' : 'Once your new SIM or eSIM QR code');
}

export async function closeLongNotice(page: Page, words: string): Promise<void> {
  const notice = page.getByRole('status').filter({ hasText: words });
  await press(notice, 'Close');
  await expect(notice).toHaveCount(0);
}

export async function quickSimCheck(page: Page, iccid: string): Promise<void> {
  await press(page, 'Quick SIM check');
  const dialog = dialogOf(page, 'Quick SIM check');
  await dialog.getByLabel('SIM number').fill(iccid);
  await press(dialog, 'Check');
  await expect(dialog).toContainText('Your existing SIM card is all set for porting.');
  await press(dialog, 'Next');
}
