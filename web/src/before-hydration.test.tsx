// @vitest-environment jsdom
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { useEffect } from 'react';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HYDRATED, holdEarlyInput } from './before-hydration.ts';
import { Field } from './ui/field.tsx';
import { Form, useForm } from './ui/form.tsx';

let sent: string[];
let place: HTMLElement;

function LogIn() {
  const form = useForm({ initial: { email: '' }, onSubmit: ({ email }) => void sent.push(email) });
  useEffect(() => {
    dispatchEvent(new Event(HYDRATED));
  }, []);
  return (
    <Form form={form}>
      <Field label="Email" {...form.text('email')} />
      <button type="submit">Go</button>
    </Form>
  );
}
const page = (
  <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
    <LogIn />
  </I18nProvider>
);

beforeEach(() => {
  sent = [];
  place = document.body.appendChild(document.createElement('main'));
  place.innerHTML = renderToString(page);
  holdEarlyInput(HYDRATED);
});
afterEach(() => place.remove());

const field = () => place.querySelector('input') as HTMLInputElement;
function type(text: string) {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
}
const wake = () => act(async () => void hydrateRoot(place, page));

test('what was typed and pressed before the page was awake counts', async () => {
  type('maya@example.com');
  place.querySelector('button')?.click();
  expect(sent).toEqual([]);
  await wake();
  expect(field().value).toBe('maya@example.com');
  await expect.poll(() => sent).toEqual(['maya@example.com']);
});

test('a form sent before hydration is not sent natively, and is sent once', async () => {
  type('maya@example.com');
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  place.querySelector('form')?.dispatchEvent(submit);
  expect(submit.defaultPrevented).toBe(true);
  await wake();
  await expect.poll(() => sent).toEqual(['maya@example.com']);
});

test('once the page is awake nothing is kept any more', async () => {
  await wake();
  await act(async () => place.querySelector('button')?.click());
  await act(async () => dispatchEvent(new Event(HYDRATED)));
  expect(sent).toEqual(['']);
});
