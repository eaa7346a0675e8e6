// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Select, type SelectProps } from './select.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

const names = 'Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware'.split(' ');
const options = names.map((label) => ({ label, value: label.toLowerCase() }));

function Held(props: Partial<SelectProps>) {
  const [value, setValue] = useState('');
  return (
    <I18nProvider i18n={i18n}>
      <Select
        label="State"
        name="state"
        onChange={setValue}
        options={options}
        value={value}
        {...props}
      />
    </I18nProvider>
  );
}

const box = () => screen.getByRole('combobox', { name: 'State' });
const active = () =>
  document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;

test('[E18] PageDown and PageUp move five options at a time and stop at the ends', async () => {
  const user = userEvent.setup();
  render(<Held />);
  box().focus();
  await user.keyboard('{Enter}');
  expect(active()).toBe('Alabama');
  await user.keyboard('{PageDown}');
  expect(active()).toBe('Colorado');
  await user.keyboard('{PageDown}');
  expect(active()).toBe('Delaware');
  await user.keyboard('{PageUp}');
  expect(active()).toBe('Arizona');
});

test('[E18] an option is chosen by pointer, by Enter and by its first letters', async () => {
  const user = userEvent.setup();
  render(<Held />);
  await user.click(box());
  await user.click(screen.getByRole('option', { name: 'Arizona' }));
  expect(box().textContent).toBe('Arizona');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(box().textContent).toBe('Arkansas');
  await user.keyboard('conn{Enter}');
  expect(box().textContent).toBe('Connecticut');
});

test('[E18] Escape closes the menu and changes nothing', async () => {
  const user = userEvent.setup();
  render(<Held value="alaska" />);
  box().focus();
  await user.keyboard('{Enter}{End}{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box().textContent).toBe('Alaska');
});

test('[E18] the menu closes when the page moves away beneath, not at the late news of a scroll', async () => {
  const user = userEvent.setup();
  render(<Held />);
  await user.click(box());
  fireEvent.scroll(document);
  expect(screen.getByRole('listbox')).toBeDefined();
  const moved = new DOMRect(0, -120, 0, 0);
  box().getBoundingClientRect = () => moved;
  fireEvent.scroll(document);
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('[E18] the error text shows under the select and is read out with it', () => {
  render(<Held error="Please select a state" />);
  expect(box().getAttribute('aria-invalid')).toBe('true');
  const error = document.getElementById(box().getAttribute('aria-describedby') ?? '');
  expect(error?.textContent).toBe('Please select a state');
});

test('[E18] a disabled or read-only select does not open', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Held disabled />);
  await user.click(box());
  expect(screen.queryByRole('listbox')).toBeNull();
  rerender(<Held readOnly />);
  box().focus();
  await user.keyboard('{Enter}{ArrowDown}');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('[E18] the select is 56 px high, its menu 140 to 300 px', async () => {
  const user = userEvent.setup();
  render(<Held />);
  // 14 steps of the 4 px scale; that the browser obeys is measured in the journeys.
  expect(box().classList).toContain('h-14');
  await user.click(box());
  const menu = screen.getByRole('listbox');
  expect(menu.classList).toContain('min-h-[140px]');
  expect(menu.classList).toContain('max-h-[300px]');
});

test.each([
  ['plenty of room', 2000, '300px'],
  ['room for a part of it', 400, '232px'],
  ['next to no room', 250, '140px'],
])(
  '[E18] with %s below, the menu is at most 300 px high, and at least 140',
  async (_, height, is) => {
    vi.stubGlobal('innerHeight', height);
    onTestFinished(() => void vi.unstubAllGlobals());
    render(<Held />);
    box().getBoundingClientRect = () => new DOMRect(20, 100, 320, 56);
    await userEvent.click(box());
    expect(screen.getByRole('listbox').style.maxHeight).toBe(is);
  },
);
