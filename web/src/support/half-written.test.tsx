// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

/** The contact form in a page just loaded at this address. */
async function load(address: string, entry: object | null = null) {
  vi.resetModules();
  history.replaceState(entry, '', address);
  const language = await import('../api/language-change.ts');
  language.arriveInLanguage();
  const { showScreen } = await import('../testing/show-screen.tsx');
  const { ContactForm } = await import('./contact-form.tsx');
  const page = showScreen(<ContactForm />, { answers: [] });
  return { ...language, page };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test('what is half written goes into the other language, once', async () => {
  const first = await load('/contact-us?from=email#form');
  await userEvent.type(field('Name'), 'Noor');
  await userEvent.type(field('Message'), 'My eSIM');
  expect(first.changeLanguage('es', '/contact-us', null)).toBe('/es/contact-us?from=email#form');
  first.page.close();
  const second = await load('/es/contact-us');
  expect([field('Name').value, field('Message').value]).toEqual(['Noor', 'My eSIM']);
  second.page.close();
  await load('/es/contact-us');
  expect(field('Name').value).toBe('');
});

test('what the history entry knows goes along, as the router keeps it', async () => {
  const first = await load('/login');
  first.changeLanguage('es', '/login', { back: '/cart/checkout' });
  first.page.close();
  const second = await load('/es/login');
  expect(history.state).toEqual({ usr: { back: '/cart/checkout' } });
  second.page.close();
});

test('a page that was reached by another way takes nothing of it', async () => {
  const first = await load('/contact-us');
  await userEvent.type(field('Name'), 'Noor');
  first.changeLanguage('es', '/contact-us', { back: '/dashboard' });
  first.page.close();
  const second = await load('/faq');
  expect([field('Name').value, history.state]).toEqual(['', null]);
  second.page.close();
  await load('/es/contact-us');
  expect(field('Name').value).toBe('');
});
