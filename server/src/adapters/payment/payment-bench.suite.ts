import type { BookEntry, Charge, ChargeRequest, PaymentPort, Refund } from './payment.ts';

/** A provider, and the hands of the people around it. */
export interface PaymentBench {
  port: PaymentPort;
  /** A browser sends a card to the provider. */
  token(number: string, expiry?: string): Promise<string>;
  /** Milliseconds after which a token is too old to pay with. */
  tokensHold: number;
  /** The customer answers the bank's page; where the browser is sent then. */
  answerBank(redirectUrl: string, outcome: 'complete' | 'fail'): Promise<string>;
  /** The customer fills in the hosted page for saving a card; where the browser is sent then. */
  fillSetup(url: string, number: string): Promise<string>;
  /** The bank returns a refund that was called done. */
  returnRefund(refundRef: string): Promise<void>;
  /** The customer's bank takes the payment back. @returns the dispute's reference */
  dispute(paymentRef: string): Promise<string>;
  /** The customer's bank reports the payment as fraud. @returns the warning's reference */
  warn(paymentRef: string): Promise<string>;
  decideDispute(disputeRef: string, verdict: 'under_review' | 'won' | 'lost'): Promise<void>;
  /** Time passes, and the provider works; the notices that came. */
  pass(milliseconds: number): Promise<Notice[]>;
  close(): Promise<void>;
}

export interface Notice {
  headers: Record<string, string>;
  body: string;
}

export const cards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
} as const;

export type Asked = Charge & { paymentRef: string };

let orders = 0;

/** One customer who buys at one provider. */
export class Till {
  #bench: PaymentBench | undefined;
  customerRef = '';

  async open(bench: PaymentBench): Promise<void> {
    this.#bench = bench;
    const customer = { key: 'customer:1', email: 'ann@example.com', name: 'Ann Bee' };
    this.customerRef = (await bench.port.createCustomer(customer)).ref;
  }

  get bench(): PaymentBench {
    if (!this.#bench) throw new Error('Nothing is open yet');
    return this.#bench;
  }

  get port(): PaymentPort {
    return this.bench.port;
  }

  async request(
    number: string,
    change: Partial<ChargeRequest> = {},
    save = false,
  ): Promise<ChargeRequest> {
    orders += 1;
    return {
      key: `order:${orders}:attempt:1`,
      amountCents: 2849,
      customerRef: this.customerRef,
      method: { kind: 'token', paymentToken: await this.bench.token(number), save },
      returnUrl: 'http://shop.example/stripe-response',
      present: true,
      owner: { kind: 'order', id: `ord_${orders}` },
      description: 'Harbor plan',
      ...change,
    };
  }

  /** Whatever becomes of it. */
  async try(asked: ChargeRequest | string): Promise<Charge> {
    const whole = typeof asked === 'string' ? await this.request(asked) : asked;
    const charged = await this.port.charge(whole);
    if (charged.kind === 'rejected') throw new Error(`Rejected: ${charged.reason}`);
    return charged;
  }

  /** The provider has written it down. */
  async charge(asked: ChargeRequest | string): Promise<Asked> {
    const charged = await this.try(asked);
    const { paymentRef } = charged;
    if (paymentRef === undefined) throw new Error(`Nothing was made: it is ${charged.kind}`);
    return { ...charged, paymentRef };
  }

  find(key: string): Promise<Charge | undefined> {
    return this.port.findCharge({ key, customerRef: this.customerRef });
  }

  /** All of a payment, by its own key; the provider has written it down. */
  async refund(paymentRef: string): Promise<Refund & { refundRef: string }> {
    const key = `refund:${paymentRef}`;
    const refund = await this.port.refund({ key, paymentRef, amountCents: 2849 });
    const { refundRef } = refund;
    if (refundRef === undefined) throw new Error(`Nothing was made: it is ${refund.kind}`);
    return { ...refund, refundRef };
  }

  async wholeBooks(of: 'charges' | 'refunds', since: Date): Promise<BookEntry[]> {
    const all: BookEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.port.listBooks({ of, since, cursor });
      all.push(...page.entries);
      cursor = page.next;
    } while (cursor !== undefined);
    return all;
  }

  /** The notices about this. */
  async told(ref: string, milliseconds = 9000) {
    const notices = await this.bench.pass(milliseconds);
    const read = notices.map((one) => this.port.readNotice(one.headers, one.body));
    return read.filter((one) => one?.ref === ref);
  }
}
