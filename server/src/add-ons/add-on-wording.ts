import type { OrderWords } from '../checkout/order-kinds.ts';

export const addOnWords: OrderWords = {
  paid: 'We received your payment. Your line has what you added.',
  free: 'Your line has what you added. There was nothing to charge.',
  receipt: {
    paid: 'Thank you. We received your payment of {total} for {plan}, added to your line.',
    free: 'Thank you. {plan} is added to your line. There was nothing to charge.',
  },
  returned: {
    refunding: 'We’re refunding what you added to your line.',
    refund_failed:
      'We’re refunding what you added to your line, but your bank didn’t accept the refund. We’ll refund you another way and email you when it’s done.',
    refunded: 'We refunded what you added to your line.',
  },
  refund: {
    paid: {
      subject: 'We refunded your {product} add-on',
      lines: [
        'We refunded the {total} that you paid for {plan}, and your line no longer has it. Your bank will show the refund within a few days.',
        'Please call us at {phone} if you have questions.',
      ],
    },
    free: {
      subject: 'We removed a {product} add-on',
      lines: [
        '{plan} is no longer on your line. Your card was charged nothing for it, so there’s nothing to refund.',
        'Please call us at {phone} if you have questions.',
      ],
    },
  },
};
