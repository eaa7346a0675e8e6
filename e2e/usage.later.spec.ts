import { arriveAs, arriveAsNewcomer, emailTo } from './customers.ts';
import { expect, test } from './journey.ts';
import { enterRoom, look } from './line-life.ts';
import { buyPlan } from './purchases.ts';
import { cards } from './shopping.ts';

test(
  '[K11] [K12] [K25] usage added in the sandbox moves the meter live, and passes 80% and the limit, told by email',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const { email } = await arriveAsNewcomer(page, request);
    const number = await buyPlan(page, request, cards.good, true);
    const use = async (megabytes: number) => {
      const form = { msisdn: number, megabytes: String(megabytes) };
      const answer = await request.post('/sandbox/carrier/usage', { data: form });
      expect(answer.status(), await answer.text()).toBe(200);
    };
    const main = page.getByRole('main');
    const meter = page.getByRole('meter', { name: 'Data' });

    await test.step('a new line has used nothing', async () => {
      await page.goto('/dashboard');
      await main.getByRole('link', { name: 'Manage this line' }).click();
      await enterRoom(page, 'Usage and plan');
      await expect(meter).toHaveAttribute('aria-valuetext', '0 MB of 12 GB');
      await look(page, 'usage-new');
    });

    await test.step('9.7 GB are more than 80%', async () => {
      // For five seconds, from before the meter moves.
      const told = page.getByText(' has used 80% of its data.');
      await Promise.all([expect(told).toBeVisible(), use(9_700)]);
      await expect(meter).toHaveAttribute('aria-valuetext', '9.7 GB of 12 GB');
      await expect(main).toContainText('2.3 GB left');
      await emailTo(request, email, /has used 80% of its data$/);
      await look(page, 'usage-near');
    });

    await test.step('over the limit the page and the email say what happens now', async () => {
      await use(2_500);
      await expect(meter).toHaveAttribute('aria-valuetext', '12.2 GB of 12 GB');
      await expect(main).toContainText('Your data is slower now (512 kbps), until');
      const { text } = await emailTo(request, email, /has used all of its data$/);
      expect(text).toContain('Your data is slower now (512 kbps), until');
      await look(page, 'usage-over');
    });

    await test.step('the emails are turned off by the keyboard', async () => {
      const choice = page.getByRole('checkbox', { name: 'When 80% is used' });
      await choice.focus();
      await page.keyboard.press('Space');
      await expect(choice).not.toBeChecked();
      await page.reload();
      await expect(choice).not.toBeChecked();
      await expect(page.getByRole('checkbox', { name: 'When all of it is used' })).toBeChecked();
    });
  },
);

test(
  '[K11] Maya looks at the three periods before, as a picture and as a table',
  { tag: '@desktop' },
  async ({ page, request }) => {
    await arriveAs(page, request, 'maya@example.com');
    await page.goto('/dashboard');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Manage this line' }).click();
    await enterRoom(page, 'Usage and plan');
    await expect(main.getByText(/^As of /)).toBeVisible();
    await look(page, 'usage-maya');
    const back = page.getByRole('button', { name: 'The 30 days before' });
    await back.focus();
    for (let at = 0; at < 3; at += 1) {
      await expect(back).not.toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Enter');
    }
    await expect(back).toHaveAttribute('aria-disabled', 'true');
    await expect(
      page.getByRole('img', { name: /^Data by day\. The most you used was / }),
    ).toBeVisible();
    await page.getByText('Show as a table').click();
    // A head, and each day that the period touches: 31, or 30 where clocks change at its edge.
    const rows = page.getByRole('table', { name: 'Data by day' }).getByRole('row');
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(31);
    await look(page, 'usage-table');
  },
);
