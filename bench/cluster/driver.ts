import { viewUser } from '@portside/contract/account';
import { placeOrder, viewOrder, type OrderStatus } from '@portside/contract/checkout';
import { listTransactions } from '@portside/contract/payments';
import { login, register } from '@portside/contract/sign-in';
import { callerAt, Failed, type Caller } from '../../server/src/testing/caller.ts';
import { cards, fillCart, orderOf, paymentToken } from '../../server/src/testing/shopping.ts';
import type { Kind, Timeline } from './timeline.ts';

/** What was promised to a customer. */
export interface Acknowledged {
  readonly orderId: string;
  readonly cartId: string;
  readonly email: string;
  readonly token: string;
  readonly at: number;
  /** The customer had asked before, and nobody had answered. */
  readonly asked: number;
  status: OrderStatus;
  /** When its customer saw its end. */
  endedAt?: number;
}

export interface Driver {
  readonly acknowledged: readonly Acknowledged[];
  /** What no customer should meet: another order for the same key, a refusal nobody gave cause for. */
  readonly surprises: readonly string[];
  /** Lets everybody finish what they began. */
  stop(): Promise<void>;
}

const PASSWORD = 'Anchor7!';
const PATIENCE_MS = 5000;
const PAUSE_MS = 200;
/** For so long a customer looks at an order. */
const LOOKS_MS = 30_000;
const ends: readonly OrderStatus[] = ['active', 'declined', 'cancelled', 'refunded'];

/** Customers who shop, log in and read through the front door, until stopped. */
export function drive(
  address: string,
  timeline: Timeline,
  { shoppers, members }: { shoppers: number; members: number },
): Driver {
  const acknowledged: Acknowledged[] = [];
  const surprises: string[] = [];
  const known: string[] = [];
  const ending = new AbortController();
  let giveUpAt = Number.POSITIVE_INFINITY;
  let customers = 0;

  /** Asks until there is an answer, as customers do who press the button again. */
  async function insist<T>(
    kind: Kind,
    run: () => Promise<T>,
  ): Promise<{ answer: T; asked: number }> {
    for (let asked = 1; ; asked += 1) {
      const sent = Date.now();
      try {
        const answer = await run();
        timeline.note({ kind, sent, done: Date.now() });
        return { answer, asked };
      } catch (error) {
        // A refusal is an answer, and none that is expected here.
        if (error instanceof Failed && error.status < 500) throw error;
        timeline.note({ kind, sent, done: Date.now(), failure: nameOf(error) });
        if (Date.now() > giveUpAt) throw error;
        await pause();
      }
    }
  }

  async function shop(): Promise<void> {
    customers += 1;
    const me = customers;
    const email = `cluster-${me}@example.com`;
    const cartId = `cluster-cart-${me}`;
    const visitor = at(address, me);
    const { answer: account } = await insist('sign-in', () =>
      visitor.call(register, {
        firstName: 'Noa',
        lastName: 'Newcomer',
        email,
        regPassword: PASSWORD,
        confirmRegPassword: PASSWORD,
      }),
    );
    known.push(email);
    const customer = at(address, me, account.token);
    const { answer: cart } = await insist('order', () => fillCart({ anyone: visitor }, { cartId }));
    const number = me % 10 === 0 ? cards.declined : cards.visa;
    const { answer: token } = await insist('order', () => paymentToken(sender(address), number));
    const order = orderOf(cart, { paymentToken: token });
    const { answer, asked } = await insist('order', () => customer.call(placeOrder, order));
    const promise: Acknowledged = {
      orderId: answer.orderId,
      cartId,
      email,
      token: account.token,
      at: Date.now(),
      asked,
      status: answer.status,
    };
    acknowledged.push(promise);
    if (me % 5 === 0) {
      const again = await insist('order', () => customer.call(placeOrder, order));
      if (again.answer.orderId !== promise.orderId) surprises.push(`${cartId} got two orders`);
    }
    await watch(customer, promise);
  }

  async function watch(customer: Caller, promise: Acknowledged): Promise<void> {
    while (Date.now() < promise.at + LOOKS_MS && !ending.signal.aborted) {
      const { answer } = await insist('read', () =>
        customer.call(viewOrder, { id: promise.orderId }),
      );
      promise.status = answer.status;
      if (ends.includes(answer.status)) {
        promise.endedAt = Date.now();
        return;
      }
      await pause();
    }
  }

  /** Somebody always fills a cart, so that it is seen at once when that fails. */
  async function browse(): Promise<void> {
    await insist('order', () =>
      fillCart({ anyone: at(address, 1) }, { cartId: 'cluster-browser' }),
    );
    await pause();
  }

  async function signIn(): Promise<void> {
    const email = known[Math.floor(Math.random() * known.length)];
    if (email) {
      const visitor = at(address, 100_000 + Math.floor(Math.random() * 60_000));
      const { answer } = await insist('sign-in', () =>
        visitor.call(login, { email, password: PASSWORD }),
      );
      if (!('token' in answer)) throw new Error(`${email} was asked for a second step`);
      const member = at(address, 1, answer.token);
      await insist('read', () => member.call(viewUser, {}));
      // From the standby, where it has come so far.
      await insist('read', () => member.call(listTransactions, { limit: 20 }));
    }
    await pause(5);
  }

  async function read(path: string): Promise<string> {
    const answer = await patient(`${address}${path}`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} of ${path.split('/')[1] || 'the page'}`);
    return text;
  }

  async function look(): Promise<void> {
    await insist('page', async () => {
      const html = await read('/');
      // The page is of one version, and its scripts may be asked of the other one.
      const scripts = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
      await Promise.all([...scripts].map(read));
    });
    await pause();
  }

  const loop = async (what: () => Promise<void>) => {
    while (!ending.signal.aborted) {
      try {
        await what();
      } catch (error) {
        surprises.push(String(error));
        await pause();
      }
    }
  };
  const all = [
    ...Array.from({ length: shoppers }, () => loop(shop)),
    ...Array.from({ length: members }, () => loop(signIn)),
    loop(browse),
    loop(look),
  ];
  return {
    acknowledged,
    surprises,
    async stop() {
      ending.abort();
      giveUpAt = Date.now() + LOOKS_MS;
      await Promise.all(all);
    },
  };
}

const pause = (times = 1) => new Promise((resolve) => setTimeout(resolve, PAUSE_MS * times));

const patient: typeof fetch = (url, init) =>
  fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });

/** Sessions and orders that were confirmed and are gone at the end. */
export async function lostSessions(
  address: string,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const { email, token, orderId } of acknowledged) {
    const customer = at(address, 1, token);
    const seen = await customer.call(viewOrder, { id: orderId }).catch(String);
    if (typeof seen === 'string') lost.push(`${email}: ${seen}`);
  }
  return lost;
}

/**
 * Each customer calls from an address of their own. While an upgrade runs, a process of the version
 * before answers too: its answers are not held against the contract of this one.
 */
function at(address: string, customer: number, token?: string): Caller {
  const [high, middle, low] = [customer >> 16, customer >> 8, customer].map((one) => one & 255);
  const headers = { 'x-forwarded-for': `10.${high}.${middle}.${low}` };
  const caller = callerAt(address, token, () => headers, patient);
  const output = { parse: (answer: unknown) => answer };
  return {
    ...caller,
    call: (endpoint, input) => caller.call({ ...endpoint, output: output as never }, input),
  };
}

const sender = (address: string) => ({
  fetch: (path: string, init?: RequestInit) => patient(`${address}${path}`, init),
});

/** `503 unavailable`, `no answer`, `too late`. */
function nameOf(error: unknown): string {
  if (error instanceof Failed) return `${error.status} ${error.problem.code}`;
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer in ${PATIENCE_MS / 1000} s`;
  if (error instanceof SyntaxError) return 'an answer of the proxy';
  if (error.message.includes('"code":"unavailable"')) return '503 unavailable';
  return error.message === 'fetch failed' ? 'no connection' : error.message.slice(0, 40);
}
