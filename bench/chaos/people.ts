import { editUser, viewUser } from '@portside/contract/account';
import { setAutopay, viewAutopayConsent } from '@portside/contract/autopay';
import { sendChatMessage } from '@portside/contract/chat';
import { confirmPayment, placeOrder, viewOrder } from '@portside/contract/checkout';
import type { Endpoint, InputOf, OutputOf } from '@portside/contract/endpoint';
import { listLines, updateNickname, type Line } from '@portside/contract/lines';
import {
  deleteCard,
  listCards,
  listTransactions,
  openCardPage,
  setPrimaryCard,
  viewCardPage,
} from '@portside/contract/payments';
import { changePlan, quotePlanChange } from '@portside/contract/plan-change';
import { listPlans } from '@portside/contract/plans';
import { checkPortIn } from '@portside/contract/port-in';
import { quoteRenewal, renewLine } from '@portside/contract/renewals';
import { replaceSim } from '@portside/contract/sim-replacement';
import { login, logout, register, stepUp } from '@portside/contract/sign-in';
import { contactUs } from '@portside/contract/support';
import { Failed } from '../../server/src/testing/caller.ts';
import { cards, fillCart, orderOf } from '../../server/src/testing/shopping.ts';
import { chanceOf } from '../fuzz/chance.ts';
import { openCalls, patient, pause } from './calls.ts';
import { openDesk, type ToRefund } from './desk.ts';
import type { Ledger, Try } from './ledger.ts';
import type { Act, Life, Plan } from './plan.ts';
import type { World } from './world.ts';

export interface People {
  /** How many have come. */
  readonly came: number;
  /** What waits for a person of staff. */
  stuck(): Promise<string[]>;
  /** Nobody new; everybody ends what they are doing. */
  stop(): Promise<void>;
}

const PASSWORD = 'Anchor7!';
const LOOKS_MS = 25_000;
const ends = ['active', 'declined', 'cancelled', 'refunded', 'refund_failed'];

interface Person {
  readonly life: Life;
  readonly email: string;
  token: string;
  /** A refund that support is to give. */
  orderId: string | undefined;
}

export function openPeople(world: World, plan: Plan, ledger: Ledger, atOnce: number): People {
  const calls = openCalls(world, ledger);
  const { insist, at, networkOf, orNot, isOver } = calls;
  let came = 0;
  const back: Person[] = [];
  const toRefund: ToRefund[] = [];
  const staff = openDesk(world, calls, ledger, { seed: plan.seed, toRefund });

  /** Somebody who is logged in, and logs in again when the session has ended. */
  async function ask<E extends Endpoint>(
    person: Person,
    endpoint: E,
    input: InputOf<E>,
  ): Promise<OutputOf<E>> {
    const { nr } = person.life;
    for (let tries = 0; ; tries += 1) {
      try {
        return await insist(endpoint.name, (address) =>
          at(address, nr, person.token).call(endpoint, input),
        );
      } catch (error) {
        if (!(error instanceof Failed) || tries > 2) throw error;
        if (error.status === 401) await logIn(person);
        else if (error.problem.reason === 'proof_required') {
          await insist('stepUp', (address) =>
            at(address, nr, person.token).call(stepUp, { password: PASSWORD }),
          );
        } else throw error;
      }
    }
  }

  async function logIn(person: Person): Promise<void> {
    const { email, life } = person;
    const { token } = await insist('login', (address) =>
      at(address, life.nr).call(login, { email, password: PASSWORD }),
    );
    person.token = token ?? '';
  }

  /** Writes over what was there, and notes whether somebody said that it is saved. */
  async function write(about: string, value: string, doing: () => Promise<unknown>) {
    const tries = ledger.latest.get(about) ?? [];
    ledger.latest.set(about, tries);
    const one: Try = { value, acknowledged: false };
    tries.push(one);
    await orNot(doing().then(() => (one.acknowledged = true)));
  }

  const tokenOf = (number: string) =>
    insist('card', async () => {
      const answer = await patient(`${world.stripe.url}/v1/confirmation_tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.stripe.account.publishableKey}` },
        body: new URLSearchParams({
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': number,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2039',
          'payment_method_data[card][cvc]': '123',
          'payment_method_data[billing_details][name]': 'Noa Newcomer',
        }),
      });
      return ((await answer.json()) as { id: string }).id;
    });

  async function arrive(life: Life): Promise<Person | undefined> {
    const email = `chaos-${plan.seed}-${life.nr}@example.com`;
    const person: Person = { life, email, token: '', orderId: undefined };
    await insist('page', async (address) => {
      const page = await patient(`${address}/`, {
        headers: { 'x-forwarded-for': networkOf(life.nr) },
      });
      const text = await page.text();
      if (page.status === 500) ledger.bugs.push(`the page: ${text.slice(0, 200)}`);
      if (!page.ok) throw new Error(`${page.status} of the page`);
    });
    try {
      const { token } = await insist('register', (address) =>
        at(address, life.nr).call(register, {
          firstName: 'Noa',
          lastName: 'Newcomer',
          email,
          regPassword: PASSWORD,
          confirmRegPassword: PASSWORD,
        }),
      );
      person.token = token;
    } catch (error) {
      // Nobody heard the first answer.
      const isThere = error instanceof Failed && error.problem.reason === 'email_taken';
      if (!isThere) throw error;
      await logIn(person);
    }
    ledger.accounts.push({ email, password: PASSWORD });
    return person;
  }

  async function buy(person: Person): Promise<void> {
    const { life, email } = person;
    const msisdn = `914${300 + Math.floor(life.nr / 100)}01${String(life.nr % 100).padStart(2, '0')}`;
    const visitor = { nr: life.nr };
    const cart = await insist('cart', (address) =>
      fillCart({ anyone: at(address, visitor.nr) }, { cartId: `chaos-${plan.seed}-${life.nr}` }),
    );
    const number = {
      visa: cards.visa,
      declined: cards.declined,
      unknown: cards.unknown,
      bank: cards.confirms,
    }[life.card];
    const consent =
      life.autopay && life.savesCard
        ? await insist('consent', (address) => at(address, life.nr).call(viewAutopayConsent, {}))
        : undefined;
    const portIn =
      life.sim === 'port-in'
        ? await ask(person, checkPortIn, { msisdn, zipCode: '10038' })
        : undefined;
    const order = orderOf(cart, {
      paymentToken: await tokenOf(number),
      saveCard: life.savesCard,
      ...(consent && { autopay: { consent: consent.version } }),
      ...(life.sim === 'physical' && { simType: 'physical', iccid: world.freeSim() }),
      ...(portIn?.tempSubscriptionId && {
        portIn: {
          tempSubscriptionId: portIn.tempSubscriptionId,
          msisdn,
          zipCode: '10038',
          oldService: { billingAccountNumber: '998877665', billingAccountPassword: '4321' },
        },
      }),
    });
    const press = () => ask(person, placeOrder, order);
    const twice = life.hasty ? orNot(press()) : undefined;
    const answer = await orNot(press());
    const again = await twice;
    for (const one of [answer, again]) {
      if (one) ledger.orders.push({ id: one.orderId, email });
    }
    if (!answer) return;
    person.orderId = answer.orderId;
    if (answer.redirectUrl) {
      // The bank's page; every fifth says no.
      const say = life.nr % 5 === 0 ? 'fail' : 'complete';
      await orNot(
        insist('bank', () =>
          patient(answer.redirectUrl ?? '', {
            method: 'POST',
            body: new URLSearchParams({ say }),
            redirect: 'manual',
          }),
        ),
      );
      const intent = /pages\/bank\/(\w+)/.exec(answer.redirectUrl)?.[1];
      if (intent) await orNot(ask(person, confirmPayment, { payment: intent }));
    }
    const until = Date.now() + LOOKS_MS;
    while (Date.now() < until && !isOver()) {
      const seen = await orNot(ask(person, viewOrder, { id: answer.orderId }));
      if (seen && ends.includes(seen.status)) break;
      await pause(800);
    }
    if (life.refunded) {
      const user = await orNot(ask(person, viewUser, {}));
      if (user) toRefund.push({ orderId: answer.orderId, customerId: user.id, to: life.refunded });
    }
  }

  let nextKey = 0;
  async function act(person: Person, what: Act): Promise<void> {
    const { email, life } = person;
    nextKey += 1;
    const nr = nextKey;
    const line = await anyLine(person);
    const key = `chaos-${plan.seed}-${life.nr}-${nr}`;
    const does: Record<Act, () => Promise<unknown>> = {
      look: async () => {
        await ask(person, listTransactions, { limit: 20 });
        await ask(person, listCards, {});
      },
      nickname: async () => {
        if (!line) return;
        const nickname = `Phone ${nr}`;
        await write(`nickname ${line.id}`, nickname, () =>
          ask(person, updateNickname, { id: line.id, nickname }),
        );
      },
      name: async () => {
        const lastName = `Newcomer${'abcdefghij'[nr % 10]}${'abcdefghij'[Math.floor(nr / 10) % 10]}`;
        await write(`name ${email}`, lastName, () =>
          ask(person, editUser, { firstName: 'Noa', lastName }),
        );
      },
      renew: async () => {
        if (!line) return;
        const { quoteId } = await ask(person, quoteRenewal, { id: line.id });
        const paymentToken = await tokenOf(cards.visa);
        const pay = {
          id: line.id,
          quoteId,
          idempotencyKey: key,
          paymentToken,
          saveCard: nr % 3 === 0,
        };
        await pays(person, () => ask(person, renewLine, pay));
      },
      'plan now': () => change(person, line, 'now', key),
      'plan later': () => change(person, line, 'renewal', key),
      'new card': async () => {
        const { url, sessionId } = await ask(person, openCardPage, {});
        const form = { number: cards.mastercard, expiry: '12/39', cvc: '123', name: 'Noa N' };
        await insist('card page', () =>
          patient(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' }),
        );
        await ask(person, viewCardPage, { sessionId });
      },
      'primary card': async () => {
        const saved = (await ask(person, listCards, {})).cards.at(-1);
        if (!saved) return;
        await write(`primary ${email}`, saved.id, () =>
          ask(person, setPrimaryCard, { cardId: saved.id }),
        );
      },
      'delete card': async () => {
        const { cards: saved } = await ask(person, listCards, {});
        const gone = saved.length > 1 ? saved.at(-1) : undefined;
        if (!gone) return;
        // It may have been the primary one.
        ledger.latest.delete(`primary ${email}`);
        await write(`deleted ${gone.id}`, 'deleted', () =>
          ask(person, deleteCard, { cardId: gone.id }),
        );
      },
      'autopay on': () => autopay(person, line, true),
      'autopay off': () => autopay(person, line, false),
      chat: async () => {
        const said = { clientId: key, text: `Hello, this is ${key}` };
        const sent = await orNot(ask(person, sendChatMessage, said));
        if (sent) ledger.kept.push({ kind: 'chat', id: key });
      },
      contact: async () => {
        const message = `A question of ${key}`;
        const sent = await orNot(
          insist('contactUs', (address) =>
            at(address, life.nr).call(contactUs, { name: 'Noa Newcomer', email, message }),
          ),
        );
        if (sent) ledger.kept.push({ kind: 'message', id: message });
      },
      'new eSIM': async () => {
        if (line?.simType === 'esim') {
          await ask(person, replaceSim, { id: line.id, simType: 'esim' });
        }
      },
      'log out': () => ask(person, logout, {}),
    };
    await orNot(does[what]());
  }

  async function anyLine(person: Person): Promise<Line | undefined> {
    const listed = await orNot(ask(person, listLines, {}));
    return listed?.lines.find(({ status }) => status !== 'ended');
  }

  async function pays(person: Person, press: () => Promise<{ orderId?: string | undefined }>) {
    const twice = person.life.hasty ? orNot(press()) : undefined;
    for (const one of [await orNot(press()), await twice]) {
      if (one?.orderId) ledger.orders.push({ id: one.orderId, email: person.email });
    }
  }

  async function change(
    person: Person,
    line: Line | undefined,
    when: 'now' | 'renewal',
    key: string,
  ) {
    if (!line) return;
    const { plans } = await insist('plans', (address) =>
      at(address, person.life.nr).call(listPlans, {}),
    );
    const other = plans.filter(({ id }) => id !== line.plan.id)[person.life.nr % 2];
    if (!other) return;
    const { id } = line;
    const { quoteId } = await ask(person, quotePlanChange, { id, planId: other.id, when });
    const paymentToken = when === 'now' ? await tokenOf(cards.visa) : undefined;
    const pay = { id, quoteId, idempotencyKey: key, ...(paymentToken && { paymentToken }) };
    await pays(person, () => ask(person, changePlan, pay));
  }

  async function autopay(person: Person, line: Line | undefined, on: boolean) {
    if (!line) return;
    const { version } = await insist('consent', (address) =>
      at(address, person.life.nr).call(viewAutopayConsent, {}),
    );
    await write(`autopay ${line.id}`, String(on), () =>
      ask(person, setAutopay, { id: line.id, on, ...(on && { consent: version }) }),
    );
  }

  const chance = chanceOf(plan.seed + 2);
  /** Somebody comes, buys, and comes back some time later. */
  async function live(): Promise<void> {
    const returns = back.length > atOnce && chance.percent(45);
    const person = returns ? back.splice(chance.under(back.length), 1)[0] : undefined;
    if (person) {
      for (const what of [
        chance.of(person.life.acts),
        'renew',
        chance.of(person.life.acts),
      ] as const) {
        if (!isOver()) await act(person, what);
      }
      back.push(person);
      return;
    }
    came += 1;
    const newcomer = await arrive(plan.life(came));
    if (!newcomer) return;
    await buy(newcomer);
    for (const what of newcomer.life.acts.slice(0, 3)) if (!isOver()) await act(newcomer, what);
    back.push(newcomer);
  }

  const loop = async (what: () => Promise<void>) => {
    while (!isOver()) {
      try {
        await what();
      } catch (error) {
        await orNot(Promise.reject(error as Error));
      }
      await pause();
    }
  };
  const all = [...Array.from({ length: atOnce }, () => loop(live)), loop(staff.work)];
  return {
    get came() {
      return came;
    },
    stuck: staff.stuck,
    async stop() {
      calls.end();
      await Promise.all(all);
    },
  };
}
