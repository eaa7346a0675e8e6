import { chooseLanguage, editUser, viewUser } from '@portside/contract/account';
import { placeOrder } from '@portside/contract/checkout';
import { listTransactions, openCardPage } from '@portside/contract/payments';
import { listLabels, listPlans, listPrices, viewPlan } from '@portside/contract/plans';
import { checkPortIn, updatePortIn } from '@portside/contract/port-in';
import { listActivity } from '@portside/contract/sessions';
import { forgotPassword, login, register } from '@portside/contract/sign-in';
import { contactUs } from '@portside/contract/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerAt, harbor, type Caller } from './caller.ts';
import { nextEmail } from './mailbox.ts';
import { cards, fillCart, orderOf, paymentToken } from './shopping.ts';
import { openTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
/** Everybody in this file reads Spanish pages. */
const inSpanish = { 'accept-language': 'es-US,es;q=0.9' };
const spanish = (token?: string): Caller => callerAt(app.address, token, () => inSpanish);
beforeAll(async () => {
  app = await openTestApp({ config: { roles: new Set(['web', 'api', 'worker']) } });
});
afterAll(() => app.close());

const password = { regPassword: 'Anchor7!', confirmRegPassword: 'Anchor7!' };

async function spanishNewcomer(email: string): Promise<Caller> {
  const person = { firstName: 'Inés', lastName: 'Peña', email, ...password };
  const { token, message } = await spanish().call(register, person);
  expect(message).toBe('Su cuenta está lista.');
  return spanish(token);
}

test('a call that asks for Spanish gets field errors, refusals and answers in it', async () => {
  const faults = await spanish().refusal(contactUs, { name: '', email: 'x', message: '' });
  expect(faults.problem).toMatchObject({
    code: 'invalid',
    message: 'Revise los campos marcados.',
    errors: [
      { field: 'name', message: 'Ingrese su nombre' },
      {
        field: 'email',
        message: 'Ingrese un correo electrónico válido. Ejemplo: nombre@example.com',
      },
      { field: 'message', message: 'Ingrese un mensaje' },
    ],
  });
  const refused = await spanish().refusal(login, { email: 'a@example.com', password: 'Wrong7!x' });
  expect(refused.problem.message).toMatch(
    /^El correo electrónico o la contraseña no son correctos/,
  );
  const { message } = await spanish().call(checkPortIn, { msisdn: '2125550142', zipCode: '10005' });
  expect(message).toBe('Puede traer su número');
  const lost = await app.fetch('/app/nowhere', { headers: { ...harbor, ...inSpanish } });
  expect(await lost.json()).toMatchObject({ message: 'No encontramos lo que pidió.' });
});

test('what is answered about a number on its way is in Spanish too', async () => {
  const customer = await spanishNewcomer('numero@example.com');
  const msisdn = '2125550143';
  await customer.call(checkPortIn, { msisdn, zipCode: '10005' });
  const oldService = { billingAccountNumber: '12345678901234', billingAccountPassword: '4821' };
  const saved = await customer.call(updatePortIn, { msisdn, oldService });
  expect(saved.message).toBe('Se guardaron sus datos.');
});

test('plans keep their names and have their words, labels and bills in Spanish', async () => {
  const english = (await app.anyone.call(listPlans, {})).plans;
  const { plans } = await spanish().call(listPlans, {});
  expect(plans.map((one) => one.retailName)).toEqual(english.map((one) => one.retailName));
  for (const [at, plan] of plans.entries()) {
    expect(plan.retailDescription).not.toBe(english[at]?.retailDescription);
    expect(plan.retailDescription.split('\n')).toHaveLength(
      english[at]?.retailDescription.split('\n').length ?? 0,
    );
  }
  const [first] = plans;
  expect(await spanish().call(viewPlan, { id: first?.id ?? '' })).toEqual(first);
  const [label] = (await spanish().call(listLabels, {})).labels;
  expect(label?.monthlyFees[0]).toEqual({ name: 'Cargo regulatorio', amount: 1.49 });
  expect(label?.additionalData).toBe(
    'Después, 128 kbps, sin costo. Más, si los compra: $6.00 por 2 GB',
  );
  expect(label?.speeds[0]?.download).toMatch(/^\d+ a \d+ Mbps$/);
  const [price] = (await spanish().call(listPrices, { zipCode: '10005' })).prices;
  expect(price?.lines.map((line) => line.label)).toEqual([
    first?.retailName,
    'Cargo regulatorio (lo cobra Harbor, no es un impuesto)',
    'Impuesto a las ventas de Nueva York',
    'Cargo 911 de Nueva York',
  ]);
});

test('a customer who registers on a Spanish page gets emails in Spanish, with links to Spanish pages', async () => {
  const email = 'ines.pena@example.com';
  const ines = await spanishNewcomer(email);
  expect(await ines.call(viewUser, {})).toMatchObject({ language: 'es' });
  const welcome = await nextEmail(app, email, /^Le damos la bienvenida a Harbor$/);
  // Nobody has confirmed the address yet.
  expect(welcome.text).not.toContain('Inés');
  expect(welcome.html).toContain('<html lang="es">');
  expect(new URL(welcome.link ?? '').pathname).toBe('/es/dashboard');
  // The request is an English one: the email is the customer's.
  await app.anyone.call(forgotPassword, { email });
  const reset = await nextEmail(app, email, /contraseña/);
  expect(new URL(reset.link ?? '').pathname).toBe('/es/reset-password');
});

test('a customer changes the language of emails, of nothing else', async () => {
  const email = 'change.of.mind@example.com';
  const ines = await spanishNewcomer(email);
  await ines.call(chooseLanguage, { language: 'en' });
  expect(await ines.call(viewUser, {})).toMatchObject({ language: 'en', firstName: 'Inés' });
  await app.anyone.call(forgotPassword, { email });
  const reset = await nextEmail(app, email, /^Set a new Harbor password$/);
  expect(new URL(reset.link ?? '').pathname).toBe('/reset-password');
  expect((await app.anyone.refusal(chooseLanguage, { language: 'es' })).status).toBe(401);
});

test('a card that the provider saved is told of in the customer’s language', async () => {
  const email = 'tarjeta@example.com';
  const ines = await spanishNewcomer(email);
  const paid = { paymentToken: await paymentToken(app, cards.visa), saveCard: true };
  await ines.call(placeOrder, orderOf(await fillCart(app), paid));
  const saved = await nextEmail(app, email, /^(Se guardó una tarjeta|A card was saved)/);
  expect(saved.html).toContain('<html lang="es">');
  expect(new URL(saved.link ?? '').pathname).toBe('/es/dashboard/setting');
});

test('an order in Spanish: its receipts, its CSV, and the pages that the provider leads back to', async () => {
  const email = 'compra@example.com';
  const ines = await spanishNewcomer(email);
  const order = orderOf(await fillCart(app, { promoCode: 'WELCOME10' }), {
    paymentToken: await paymentToken(app, cards.visa),
  });
  const answer = await ines.call(placeOrder, order);
  expect(answer).toMatchObject({ message: 'Recibimos su pago. Estamos preparando su línea.' });
  const mail = await nextEmail(app, email, /Recibo: \$/);
  expect(mail.text).toContain('Código promocional WELCOME10: -$');
  const [paid] = (await ines.call(listTransactions, {})).transactions;
  const file = async (path: string) => {
    const headers = { ...harbor, ...inSpanish, authorization: `Bearer ${ines.token}` };
    return (await app.fetch(`/app/payments/${path}`, { headers })).text();
  };
  const receipt = await file(`transactions/${paid?.id}/receipt`);
  expect(receipt).toContain('<html lang="es">');
  expect(receipt).toContain('Impuesto a las ventas de Nueva York');
  expect(receipt).toContain('No son impuestos');
  expect(await file('transactions.csv')).toContain('Forma de pago');
  const { url } = await ines.call(openCardPage, {});
  const cancelled = await app.fetch(new URL(url).pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ action: 'cancel' }),
  });
  expect(cancelled.headers.get('location')).toContain('/es/dashboard/payment?failure=');
  const { activity } = await ines.call(listActivity, {});
  expect(activity.map((one) => one.message)).toContain('Se abrió la cuenta');
  const { message } = await ines.call(editUser, { firstName: 'Inés María', lastName: 'Peña' });
  expect(message).toBe('Se cambió su nombre.');
});

test('[A17] the bank leads back to the page of the language that was paid in', async () => {
  const ines = await spanishNewcomer('banco@example.com');
  const order = orderOf(await fillCart(app), {
    paymentToken: await paymentToken(app, cards.confirms),
  });
  const { redirectUrl = '' } = await ines.call(placeOrder, order);
  const back = await app.fetch(new URL(redirectUrl).pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ outcome: 'complete' }),
  });
  const location = new URL(back.headers.get('location') ?? '', app.address);
  expect(location.pathname).toBe('/es/stripe-response');
});

test('the front door leads to the language that was chosen, and no other page does', async () => {
  const open = (path: string, cookie = '') =>
    app.fetch(path, { redirect: 'manual', headers: { cookie } });
  const led = await open('/?utm=1', 'a=b; language=es');
  expect([led.status, led.headers.get('location')]).toEqual([302, '/es?utm=1']);
  expect(led.headers.get('vary')).toContain('cookie');
});
