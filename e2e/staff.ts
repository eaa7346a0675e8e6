import type { APIRequestContext, Page } from '@playwright/test';
import { password } from './customers.ts';
import { expect } from './journey.ts';
import { expectFocusIn } from './keys.ts';

type Role = 'viewer' | 'agent' | 'billing' | 'admin';

const used = new Map<Role, string>();

/** What their authenticator app shows. Each code is taken once. */
async function codeOf(request: APIRequestContext, role: Role): Promise<string> {
  const look = async () => {
    const answer = await request.get('/sandbox/staff', { headers: { accept: 'application/json' } });
    const staff = (await answer.json()) as { role: string; code: string }[];
    const code = staff.find((one) => one.role === role)?.code ?? '';
    return code === used.get(role) ? '' : code;
  };
  let code = '';
  const next = async () => (code = await look());
  await expect.poll(next, { timeout: 40_000, message: `a new code of ${role}` }).not.toBe('');
  used.set(role, code);
  return code;
}

/** With the keyboard alone. */
export async function logInAsStaff(
  page: Page,
  request: APIRequestContext,
  role: Role,
): Promise<void> {
  await page.goto('/console');
  const email = page.getByLabel('Email');
  await expect(email).toBeFocused();
  await page.keyboard.type(`${role}@harbor.example`);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Enter the code' });
  await expectFocusIn(form);
  await page.keyboard.type(await codeOf(request, role));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}
