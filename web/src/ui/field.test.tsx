// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Field, type FieldProps } from './field.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

function Held(props: Partial<FieldProps> & { start?: string }) {
  const { start = '', ...rest } = props;
  const [value, setValue] = useState(start);
  return (
    <I18nProvider i18n={i18n}>
      <Field label="Field" name="field" onChange={setValue} value={value} {...rest} />
    </I18nProvider>
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>('Field');

test('[E17] an error shows under the input and is read out with it and its hint', () => {
  render(<Held error="Please enter city" hint="As on your bill" />);
  expect(input().getAttribute('aria-invalid')).toBe('true');
  const texts = input()
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(texts).toEqual(['As on your bill', 'Please enter city']);
});

test('[E17] an input may do without a visible label', () => {
  render(<Held ariaLabel="Search" label={undefined} />);
  expect(screen.getByRole('textbox', { name: 'Search' })).toBeTruthy();
  expect(document.querySelector('label')).toBeNull();
});

test('[E17] a password is shown and hidden again by its toggle', async () => {
  const user = userEvent.setup();
  render(<Held start="Harbor1!" type="password" />);
  expect(input().type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input().type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(input().type).toBe('password');
});

test('[E17] the clear button empties the input, gives it the focus and goes', async () => {
  const user = userEvent.setup();
  render(<Held clearable start="Maya" />);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(input().value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(input()));
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

test('[E17] the Tab key leads past the clear button to what comes next, so that Enter empties nothing', async () => {
  const user = userEvent.setup();
  let checked = 0;
  render(
    <>
      <Held clearable />
      <button onClick={() => (checked += 1)} type="button">
        Check
      </button>
    </>,
  );
  await user.type(input(), 'Maya');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Check');
  await user.keyboard('{Enter}');
  expect([input().value, checked]).toEqual(['Maya', 1]);
  await user.tab({ shift: true });
  await waitFor(() => expect(document.activeElement).toBe(input()));
});

test('[E17] read-only and disabled inputs take no typing and offer no clearing', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Held clearable readOnly start="Maya" />);
  await user.type(input(), 'x');
  expect(input().value).toBe('Maya');
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
  rerender(<Held clearable disabled start="Maya" />);
  expect(input().disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
});

test('[E17] Enter triggers the supplied handler', async () => {
  const user = userEvent.setup();
  let pressed = 0;
  render(<Held onEnter={() => (pressed += 1)} />);
  await user.type(input(), 'abc');
  expect(pressed).toBe(0);
  await user.keyboard('{Enter}');
  expect(pressed).toBe(1);
});

test('[E17] a typing filter keeps the caret where the typing is', async () => {
  const user = userEvent.setup();
  const digits = (text: string) => text.replace(/\D/g, '').slice(0, 5);
  render(
    <Held
      filter={(value, caret) => ({
        value: digits(value),
        caret: digits(value.slice(0, caret)).length,
      })}
      start="1234"
    />,
  );
  await user.click(input());
  input().setSelectionRange(2, 2);
  await user.keyboard('x9');
  expect(input().value).toBe('12934');
  expect(input().selectionStart).toBe(3);
});
