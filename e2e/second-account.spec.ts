import { expectAccessible } from './accessible.ts';
import { codeTo, harbor, emailTo, openAccount } from './customers.ts';
import { expect, test } from './journey.ts';
import { havePlanInCart, expectStep, giveContact, goOn, register } from './shopping.ts';

test('[A14] [C05] somebody who forgot their account registers on the way to checkout, and the code of the email leads into it with cart and draft', async ({
  page,
  request,
}) => {
  const nora = await openAccount(request);
  const headers = { ...harbor, authorization: `Bearer ${nora.token}` };
  const otp = await codeTo(request, nora.email, /^Confirm/);
  await request.post('/app/users/verify-email', { headers, data: { otp } });
  await request.put('/app/users/edit', { headers, data: { firstName: 'Norah', lastName: 'Quay' } });

  await havePlanInCart(page);
  await page.goto('/register?next=/cart/checkout');
  await register(page, { ...nora, firstName: 'Nora' });
  await expectStep(page, 'Contact and service address');
  const asked = page.getByRole('region', { name: 'Confirm your email address' });
  await expect(asked).toContainText(nora.email);
  await expect(asked).toContainText('If you already had an account with us, the email says so');
  await expectAccessible(page, 'checkout with an address to confirm');
  await giveContact(page);
  await goOn(page);
  await expectStep(page, 'Phone and number');

  const { code, text } = await emailTo(request, nora.email, /already have a Harbor account/);
  expect(text).toContain('Norah');
  await asked.getByRole('button', { name: 'Enter the code' }).click();
  await asked.getByLabel('One-time code').fill(code ?? '');
  const said = 'You already had an account with this address. You’re in it now.';
  await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible();
  await expect(asked).toBeHidden();
  // Cart, step and what was typed are there still.
  await expectStep(page, 'Phone and number');
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('main')).toContainText('14 Pier Street');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Norah' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveText('Cart 1');
  await expect(page.getByRole('region', { name: 'Confirm your email address' })).toBeHidden();
});
