// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Price } from './price.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

test('[C01][J04] a price reads $X.XX/mo, with two decimals however it is stored', () => {
  const read = (amount: number, per?: 'month') =>
    render(
      <I18nProvider i18n={i18n}>
        <Price amount={amount} per={per} />
      </I18nProvider>,
    ).container.textContent;
  expect(read(25, 'month')).toBe('$25.00/mo');
  expect(read(32.5, 'month')).toBe('$32.50/mo');
  expect(read(1028.49)).toBe('$1,028.49');
  expect(read(-2.5)).toBe('−$2.50');
});
