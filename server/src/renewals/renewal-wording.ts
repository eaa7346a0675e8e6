import type { OrderWords } from '../checkout/order-kinds.ts';

export const renewalWords: OrderWords = {
  paid: 'We received your payment. The next 30 days of your line are paid.',
  free: 'The next 30 days of your line are paid. There was nothing to charge.',
  receipt: {
    paid: 'Thank you. We received your payment of {total} for the next 30 days of {plan}.',
    free: 'Thank you. The next 30 days of {plan} are paid. There was nothing to charge.',
  },
  returned: {
    refunding: 'We’re refunding this payment for your line.',
    refund_failed:
      'We’re refunding this payment for your line, but your bank didn’t accept the refund. We’ll refund you another way and email you when it’s done.',
    refunded: 'We refunded this payment for your line.',
  },
  refund: {
    paid: {
      subject: 'We refunded your {product} payment',
      lines: [
        'We refunded the {total} that you paid for 30 days of {plan}. Your bank will show it within a few days.',
        'Please call us at {phone} if you have questions.',
      ],
    },
    free: {
      subject: 'We removed 30 days from your {product} line',
      lines: [
        '30 days of {plan} are no longer on your line. Your card was charged nothing for them, so there’s nothing to refund.',
        'Please call us at {phone} if you have questions.',
      ],
    },
  },
};

/** Several months at once (P10). */
export const monthsWords: OrderWords = {
  ...renewalWords,
  paid: 'We received your payment. The months that you chose for your line are paid.',
  free: 'The months that you chose for your line are paid. There was nothing to charge.',
  receipt: {
    paid: 'Thank you. We received your payment of {total} for several months of {plan}.',
    free: 'Thank you. Several months of {plan} are paid. There was nothing to charge.',
  },
  refund: {
    paid: {
      subject: 'We refunded your {product} payment',
      lines: [
        'We refunded the {total} that you paid for several months of {plan}. Your bank will show it within a few days.',
        'Please call us at {phone} if you have questions.',
      ],
    },
    free: {
      subject: 'We removed months from your {product} line',
      lines: [
        'The months of {plan} that you chose are no longer on your line. Your card was charged nothing for them, so there’s nothing to refund.',
        'Please call us at {phone} if you have questions.',
      ],
    },
  },
};
