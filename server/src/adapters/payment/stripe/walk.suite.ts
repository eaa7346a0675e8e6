import type { openStripe } from './bench.suite.ts';
import { tokenOf, typedCard, walk } from './bench.suite.ts';
import { openDispute } from '../../../testing/stripe/disputes.ts';
import { warnOfFraud } from '../../../testing/stripe/fraud-warnings.ts';

const visa = '4242424242424242';

/** Every request that the adapter ever makes, in each of its forms. */
export async function askEverything({
  port,
  stripe,
}: Awaited<ReturnType<typeof openStripe>>): Promise<void> {
  const customer = { key: 'customer:walk', email: 'ann@example.com', name: 'Ann Bee' };
  const { ref: customerRef } = await port.createCustomer(customer);
  const charge = async (
    id: string,
    number: string,
    how: { save?: boolean; cardRef?: string } = {},
  ) =>
    port.charge({
      key: `order:${id}:attempt:1`,
      amountCents: 2849,
      customerRef,
      method:
        how.cardRef === undefined
          ? { kind: 'token', paymentToken: await tokenOf(stripe, number), save: how.save ?? false }
          : { kind: 'saved', cardRef: how.cardRef },
      returnUrl: 'http://shop.example/stripe-response',
      present: !id.startsWith('absent'),
      owner: { kind: 'order', id },
      description: 'Harbor plan',
    });

  const paid = await charge('new', visa);
  const saved = await charge('saving', visa, { save: true });
  const cardRef = saved.kind === 'paid' ? (saved.savedCardRef ?? '') : '';
  await charge('present', visa, { cardRef });
  await charge('absent', visa, { cardRef });
  const asked = await charge('asked', '4000002500003155');
  if (paid.kind !== 'paid' || asked.kind !== 'confirm') throw new Error('The cards do otherwise');
  await port.viewCharge(asked.paymentRef);
  await port.cancelCharge(asked.paymentRef);
  await port.findCharge({ key: 'order:none:attempt:1', customerRef });

  const { paymentRef } = paid;
  const refund = await port.refund({ key: 'refund:walk', paymentRef, amountCents: 100 });
  await port.viewRefund(refund.refundRef ?? '');
  await port.findRefund({ key: 'refund:none', paymentRef });
  const since = new Date(0);
  await port.listBooks({ of: 'charges', since });
  await port.listBooks({ of: 'charges', since, cursor: paymentRef });
  await port.listBooks({ of: 'refunds', since });
  await port.listBooks({ of: 'refunds', since, cursor: refund.refundRef });
  await port.listPayouts({ from: '2026-11-01', to: '2026-11-30' });
  await port.viewFraudWarning(warnOfFraud(stripe.account, paymentRef));
  const disputeRef = openDispute(stripe.account, paymentRef);
  await port.viewDispute(disputeRef);
  const evidence = { customerName: 'Ann Bee', customerNetwork: '192.0.2.7', other: 'A receipt' };
  const receipt = Buffer.from('%PDF-1.7 a receipt');
  await port.answerDispute({ key: 'dispute:walk', disputeRef, evidence, receipt });

  const setup = await port.openCardSetup({
    key: 'setup:walk',
    customerRef,
    successUrl: 'http://shop.example/dashboard/payment?success=true',
    failureUrl: 'http://shop.example/dashboard/payment?failure=true',
  });
  await walk(setup.url, typedCard(visa));
  await port.viewCardSetup(setup.sessionId);
  await port.viewCard(cardRef);
  await port.detachCard(cardRef);
  // A card that is gone and a token that is used are asked about.
  await port.detachCard(cardRef);
  await charge('gone', visa, { cardRef });
  const token = { kind: 'token', paymentToken: 'ctoken_none', save: false } as const;
  await port.charge({
    key: 'order:made-up:attempt:1',
    amountCents: 2849,
    customerRef,
    method: token,
    returnUrl: 'http://shop.example/stripe-response',
    present: true,
    owner: { kind: 'order', id: 'made-up' },
    description: 'Harbor plan',
  });
}
