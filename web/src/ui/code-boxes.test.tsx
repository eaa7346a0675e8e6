// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { CodeBoxes } from './code-boxes.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

function show(length?: number) {
  const codes: string[] = [];
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <CodeBoxes label="Code" length={length} onComplete={(code) => codes.push(code)} />
    </I18nProvider>,
  );
  const boxes = () => [...container.querySelectorAll('[data-box]')].map((box) => box.textContent);
  return { codes, boxes, input: screen.getByLabelText<HTMLInputElement>('Code') };
}

test('[E15] there are six boxes unless told otherwise', () => {
  expect(show().boxes()).toHaveLength(6);
  cleanup();
  expect(show(5).boxes()).toHaveLength(5);
});

test('[E15] only digits are taken, and the handler is called once, when the last box is filled', async () => {
  const user = userEvent.setup();
  const { codes, boxes, input } = show();
  await user.type(input, '12a 34-5');
  expect(boxes()).toEqual(['1', '2', '3', '4', '5', '']);
  expect(codes).toEqual([]);
  await user.keyboard('6');
  await user.keyboard('7');
  expect(boxes()).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(codes).toEqual(['123456']);
});

test('[E15] Backspace removes the last digit', async () => {
  const user = userEvent.setup();
  const { boxes, input } = show();
  await user.type(input, '123');
  await user.keyboard('{Backspace}');
  expect(boxes()).toEqual(['1', '2', '', '', '', '']);
});

test('[E15] a code may be pasted with a space in it', async () => {
  const user = userEvent.setup();
  const { codes, input } = show();
  await user.click(input);
  await user.paste('123 456');
  expect(codes).toEqual(['123456']);
});

test('[E15] phones offer the code from the message', () => {
  const { input } = show();
  expect(input.autocomplete).toBe('one-time-code');
  expect(input.inputMode).toBe('numeric');
});
