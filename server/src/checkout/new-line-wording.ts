import type { OrderWords } from './order-kinds.ts';

const whatNext = [
  'Please call us at {phone}, and we’ll find out together what’s in the way.',
] as const;

const beside = {
  beside: {
    paid: 'We received your payment of {total} for {plan}.',
    free: 'There was nothing to pay for {plan}.',
  },
} as const;

export const newLineWords: OrderWords = {
  paid: 'We received your payment and are setting up your line.',
  free: 'There was nothing to charge, and we’re setting up your line.',
  receipt: {
    paid: 'Thank you. We received your payment of {total} for {plan} and are setting up your line now. We’ll email you again when it’s active.',
    free: 'Thank you. There was nothing to pay for {plan}, and we’re setting up your line now. We’ll email you again when it’s active.',
    ...beside,
    among: {
      line: 'Line {part}, {plan}: we’re setting it up now and will email you when it’s active.',
    },
  },
  returned: {
    refunding:
      'We couldn’t set up this line and are refunding your money. Choose a plan again to start a new order.',
    refund_failed:
      'We couldn’t set up this line, and your bank didn’t accept the refund. We’ll refund you another way and email you when it’s done.',
    refunded:
      'We couldn’t set up this line and refunded your money. Choose a plan again to start a new order.',
  },
  returnedByPeople: {
    refunding: 'We’re refunding your payment for this line.',
    refund_failed:
      'Your bank didn’t accept the refund for this line. We’ll refund you another way and email you when it’s done.',
    refunded: 'We refunded your payment for this line.',
  },
  refund: {
    paid: {
      subject: 'We refunded your {product} order',
      lines: [
        'We couldn’t set up your line with {plan}, so we refunded the whole amount of {total}. Your bank will show it within a few days.',
        ...whatNext,
      ],
    },
    free: {
      subject: 'We couldn’t set up your {product} line',
      lines: [
        'We couldn’t set up your line with {plan}. There was nothing to pay, so there’s nothing to refund.',
        ...whatNext,
      ],
    },
    byStaff: {
      subject: 'We refunded your {product} order',
      lines: [
        'We refunded the whole amount of {total} for {plan}. Your bank will show it within a few days.',
        'What it paid for ends with it. If your line has no other paid days, it stops.',
        'If you didn’t expect this, call us at {phone}.',
      ],
    },
  },
};

/** Its SIM card comes by mail: nothing has begun yet. */
export const mailedCardWords: OrderWords = {
  ...newLineWords,
  paid: 'We received your payment and are preparing your SIM card. Your paid days begin when you activate it.',
  free: 'There was nothing to charge, and we’re preparing your SIM card. Your paid days begin when you activate it.',
  receipt: {
    paid: 'Thank you. We received your payment of {total} for {plan} and are preparing your SIM card. We’ll email you when it’s mailed. Your paid days begin when you activate the card, and {startDays} days after the mailing at the latest.',
    free: 'Thank you. There was nothing to pay for {plan}, and we’re preparing your SIM card. We’ll email you when it’s mailed. Your paid days begin when you activate the card, and {startDays} days after the mailing at the latest.',
    ...beside,
    among: {
      waits: true,
      line: 'Line {part}, {plan}: we’re preparing its SIM card and will email you when it’s mailed. Its paid days begin when you activate the card, and {startDays} days after the mailing at the latest.',
    },
  },
};

/** Its number comes from another carrier. */
export const broughtNumberWords: OrderWords = {
  ...newLineWords,
  receipt: {
    ...newLineWords.receipt,
    among: {
      waits: true,
      line: 'Line {part}, {plan}: it waits for the number that you’re bringing. We’ll email you when it’s active.',
    },
  },
};
