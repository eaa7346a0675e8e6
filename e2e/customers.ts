import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './journey.ts';

export const password = 'Harbor1!';

export interface Customer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

export function newcomer(): Customer {
  return { firstName: 'Nora', lastName: 'Quay', email: `nora-${randomUUID()}@example.com` };
}

export const harbor = { 'x-api-key': 'harbor-demo-key', 'company-code': 'WEB-1', mvnoId: '6' };
export const mesa = { 'x-api-key': 'mesa-demo-key', 'company-code': 'WEB-7', mvnoId: '7' };

export async function openAccount(
  request: APIRequestContext,
  brand: 'harbor' | 'mesa' = 'harbor',
  /** Of another product than the run's. */
  address = '',
): Promise<Customer & { token: string }> {
  const person = newcomer();
  const answer = await request.post(`${address}/app/users/register`, {
    headers: brand === 'harbor' ? harbor : mesa,
    data: { ...person, regPassword: password, confirmRegPassword: password },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return { ...person, token: tokenIn(await answer.json()) };
}

export async function arriveAsNewcomer(
  page: Page,
  request: APIRequestContext,
  brand: 'harbor' | 'mesa' = 'harbor',
): Promise<Customer> {
  const { token, ...person } = await openAccount(request, brand);
  await leaveToken(page, token);
  return person;
}

export async function arriveAs(
  page: Page,
  request: APIRequestContext,
  email: string,
): Promise<void> {
  const answer = await logIn(request, email, password);
  expect(answer.status(), await answer.text()).toBe(200);
  await leaveToken(page, tokenIn(await answer.json()));
}

const logIn = (request: APIRequestContext, email: string, word: string) =>
  request.post('/app/users/login', { headers: harbor, data: { email, password: word } });

export async function logInBy(
  request: APIRequestContext,
  email: string,
  word: string,
): Promise<number> {
  return (await logIn(request, email, word)).status();
}

const tokenIn = (answer: unknown) => (answer as { token: string }).token;

/** Where the product stores it (F04). */
export async function leaveToken(page: Page, token: string): Promise<void> {
  // A page of this site without scripts.
  await page.goto('/healthz');
  await page.evaluate((kept) => localStorage.setItem('token', kept), token);
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}

export function forgedToken(expiresAt: Date): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: 'nobody', exp: Math.floor(expiresAt.getTime() / 1000) };
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}

export async function askAsCustomer<Answer>(
  page: Page,
  request: APIRequestContext,
  path: string,
): Promise<Answer> {
  const authorization = `Bearer ${await storedToken(page)}`;
  const answer = await request.get(path, { headers: { ...harbor, authorization } });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as Answer;
}

interface Email {
  readonly subject: string;
  readonly text: string;
  readonly code?: string;
  readonly link: string;
}

/** The newest match, once it has arrived. */
export async function emailTo(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
  words = '',
): Promise<Email> {
  let found: Email | undefined;
  const look = async () => {
    const answer = await request.get('/sandbox/mail/messages', { params: { to: email } });
    const all = (await answer.json()) as Email[];
    const emails = all.filter((mail) => mail.text.includes(words));
    found = emails.find((mail) => subject.test(mail.subject));
    return emails.map((mail) => mail.subject);
  };
  await expect
    .poll(look, { timeout: 30_000, intervals: [100, 200], message: `emails to ${email}` })
    .toContainEqual(expect.stringMatching(subject));
  return found as Email;
}

export async function codeTo(
  request: APIRequestContext,
  email: string,
  subject: RegExp,
): Promise<string> {
  const { code } = await emailTo(request, email, subject);
  return code ?? '';
}
