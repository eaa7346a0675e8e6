import { failRefund, moveDispute, openDispute } from '../../testing/stripe/stripe-refunds.ts';
import { TOKENS_HOLD } from '../../testing/stripe/stripe-setups.ts';
import { paymentSuite } from './payment.suite.ts';
import { openStripe, tokenOf, typedCard, walk } from './stripe-bench.suite.ts';

paymentSuite('Stripe', async () => {
  const bench = await openStripe();
  const { stripe } = bench;
  return {
    port: bench.port,
    token: (number, expiry) => tokenOf(stripe, number, expiry),
    tokensHold: TOKENS_HOLD,
    answerBank: (page, outcome) => walk(page, { say: outcome }),
    fillSetup: (page, number) => walk(page, typedCard(number)),
    returnRefund: async (refundRef) => failRefund(stripe.account, refundRef),
    dispute: async (paymentRef) => openDispute(stripe.account, paymentRef),
    decideDispute: async (disputeRef, verdict) => moveDispute(stripe.account, disputeRef, verdict),
    async pass(milliseconds) {
      bench.move(milliseconds);
      return bench.sent();
    },
    close: () => stripe.close(),
  };
});
