// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answers } from '../testing/stage.tsx';

type Stage = typeof import('../testing/line-screens-stage.tsx');

afterEach(() => vi.resetModules());

/** As in a page that has just been loaded: nothing is left of the one before but its storage. */
async function load(answers: Answers = {}, lines?: Parameters<Stage['openLines']>[1]) {
  cleanup();
  vi.resetModules();
  const stage: Stage = await import('../testing/line-screens-stage.tsx');
  const { heading, press, said } = await import('../testing/checkout-stage.tsx');
  const page = lines ? stage.openLines(answers, lines) : stage.openLines(answers);
  const type = async (label: string | RegExp, text: string) => {
    await page.user.click(await screen.findByLabelText(label));
    await page.user.paste(text);
  };
  const again = () => load(answers, page.held);
  return { ...stage, page, type, again, said, heading, press: (name: string) => press(page, name) };
}

const radio = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

test('[P03] [C05] a page loaded anew is at the line it was at, with what was chosen for each', async () => {
  const first = await load();
  await first.toLine(first.page, 2);
  await first.page.user.click(await radio(/^SIM card/));
  await first.page.user.click(await radio('Bring my number'));
  await first.type('Your number', '2125550102');
  first.page.close();

  const { page, lineHeading, press } = await first.again();
  await lineHeading(2);
  expect((await radio(/^SIM card/)).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('Your number').value).toContain('0102');
  await press('Continue');
  await lineHeading(3);
  expect((await radio('Get a new number')).checked).toBe(true);
  await press('Back');
  await lineHeading(2);
  await press('Back');
  await lineHeading(1);
  expect((await radio(/^eSIM/)).checked).toBe(true);
  page.close();
});

test('[P03] the furthest screen is kept: what was seen is not seen again before paying', async () => {
  const first = await load();
  await first.toReview(first.page);
  await first.press('Edit Line 2: Clipper 30 GB');
  await first.lineHeading(2);
  first.page.close();

  const { page, lineHeading, heading } = await first.again();
  await lineHeading(2);
  await act(() => page.router.navigate('/cart/checkout', { state: { step: 'pay' } }));
  await heading('Check and pay');
});

test('[P03] [H06] the old carrier’s secrets are asked for again, for each line', async () => {
  const first = await load();
  const { press, type, page, lineHeading } = first;
  for (const [at, number] of [
    [1, '2125550100'],
    [3, '2125550103'],
  ] as const) {
    if (at === 1) await first.toLine(page, 1);
    else {
      await lineHeading(2);
      await press('Continue');
      await lineHeading(3);
    }
    await page.user.click(await radio('Bring my number'));
    await type('Your number', number);
    await page.user.click(await radio('Now'));
    await type('Account number', `${at}00200300`);
    await type(/^Number Transfer PIN/, '482913');
    await press('Continue');
  }
  await first.heading('Check and pay');
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/[13]00200300|482913/);
  page.close();

  const next = await first.again();
  await next.lineHeading(1);
  await waitFor(() =>
    expect(next.said('Account number')).toBe('Please enter Billing Account Number'),
  );
  await next.type('Account number', '100200300');
  await next.type(/^Number Transfer PIN/, '482913');
  await next.press('Continue');
  await next.lineHeading(3);
  await waitFor(() =>
    expect(next.said('Account number')).toBe('Please enter Billing Account Number'),
  );
  await next.type('Account number', '300200300');
  await next.type(/^Number Transfer PIN/, '482913');
  await next.press('Continue');
  await next.heading('Check and pay');
  await next.press('Pay $85.47');
  await screen.findByRole('dialog', { name: 'Payment Successful' });
  expect(next.page.sent('placeOrder')).toMatchObject([
    {
      portIn: { oldService: { billingAccountNumber: '100200300' } },
      more: [{}, { portIn: { oldService: { billingAccountNumber: '300200300' } } }],
    },
  ]);
});

test('[P03] a line that was added meanwhile is seen before paying, and one that is gone is forgotten', async () => {
  const first = await load();
  await first.toLine(first.page, 2);
  await first.page.user.click(await radio('Bring my number'));
  await first.type('Your number', '2125550102');
  await first.press('Continue');
  await first.lineHeading(3);
  await first.press('Continue');
  await first.heading('Check and pay');
  first.page.close();

  const [second, third] = first.threeLines.more;
  const held = { ...first.page.held, more: [third, { ...second, key: 'fourth' }] };
  const { page, press, heading } = await load({}, held);
  await heading('Phone and number: line 3 of 3, Clipper 30 GB');
  expect((await radio('Get a new number')).checked).toBe(true);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('2125550102');
  await press('Continue');
  await heading('Check and pay');
  page.close();
});
