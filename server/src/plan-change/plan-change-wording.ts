import type { OrderWords } from '../checkout/order-kinds.ts';

export const planChangeWords: OrderWords = {
  paid: 'We received your payment and are changing your plan.',
  free: 'We’re changing your plan. There was nothing to charge.',
  receipt: {
    paid: 'Thank you. We received your payment of {total} for the change to {plan}. Its 30 days begin now.',
    free: 'Thank you. Your line changes to {plan}. Its 30 days begin now, and there was nothing to charge.',
  },
  returned: {
    refunding: 'We’re reversing this plan change and refunding your payment.',
    refund_failed:
      'We reversed this plan change, but your bank didn’t accept the refund. We’ll refund you another way and email you when it’s done.',
    refunded: 'We reversed this plan change and refunded your payment.',
  },
  refund: {
    paid: {
      subject: 'We refunded your {product} plan change',
      lines: [
        'We refunded the {total} that you paid for the change to {plan}. Your bank will show it within a few days.',
        'Please call us at {phone} if you have questions.',
      ],
    },
    free: {
      subject: 'We reversed your {product} plan change',
      lines: [
        'Your line doesn’t change to {plan}. You paid nothing for the change, so there’s nothing to refund.',
        'Please call us at {phone} if you have questions.',
      ],
    },
  },
};
