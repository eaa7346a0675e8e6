import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type {
  allowTexts as allowTextsCall,
  endTexts as endTextsCall,
  Texts,
} from '@portside/contract/texts';
import { holdOpen } from '../account/joining.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { refused, type Refused } from '../http/no.ts';
import type { Customer, Owner } from '../http/who.ts';
import { say } from '../words/say.ts';
import { ownNumbers } from './own-numbers.ts';
import { tell, toAnother } from './say-in-text.ts';
import * as store from './store.ts';
import { consentWords } from './wording.ts';

type Allow = typeof allowTextsCall;

export async function viewTexts(app: App, who: Customer): Promise<Texts> {
  const consent = consentWords(who.brand, who.language);
  if (isOff(app, who)) {
    return {
      offered: false,
      number: null,
      since: null,
      stopped: false,
      unreached: false,
      numbers: [],
      consent,
    };
  }
  const consents = await store.consentsOf(app.db.query, who.customerId);
  const open = consents.find(({ ended_at }) => ended_at === null);
  const numbers = await ownNumbers(app, who);
  const isOn = open !== undefined && numbers.includes(open.number);
  return {
    offered: true,
    number: isOn ? open.number : null,
    since: isOn ? open.given_at.toISOString() : null,
    stopped: !open && consents[0]?.ended_by === 'stop',
    unreached: !open && consents[0]?.ended_by === 'dead',
    numbers,
    consent,
  };
}

/** The words are kept as they were read. What went to another number is told there. */
export async function allowTexts(
  app: App,
  who: Customer,
  { number, version }: ParsedInputOf<Allow>,
): Promise<OutputOf<Allow> | Refused<'not_offered' | 'number_not_yours' | 'wording_changed'>> {
  if (isOff(app, who)) return refused('not_offered');
  const { text, version: current } = consentWords(who.brand, who.language);
  if (version !== current) return refused('wording_changed');
  if (!(await ownNumbers(app, who)).includes(number)) return refused('number_not_yours');
  await app.db.transaction(async (tx) => {
    const open = await openConsent(tx, who);
    if (open?.number === number) return;
    const now = app.clock.now();
    if (open) {
      await store.endConsent(tx, who.customerId, open.number, {
        ended_at: now,
        ended_by: 'number',
      });
      await tell(app, tx, who, toAnother, open.number);
    }
    await store.insertConsent(tx, {
      id: app.random.id('tcs'),
      tenant_id: who.tenant,
      customer_id: who.customerId,
      number,
      wording: text,
      given_at: now,
      ended_at: null,
      ended_by: null,
    });
    await tell(
      app,
      tx,
      who,
      'You get texts about your account now. Reply STOP to stop, HELP for help. Msg and data rates may apply.',
      number,
    );
  });
  return { message: say(who.language, 'Texts are on.'), ...(await viewTexts(app, who)) };
}

/** At once and without a proof. The number is told once more, for an owner who did not do it. */
export async function endTexts(app: App, who: Customer): Promise<OutputOf<typeof endTextsCall>> {
  await app.db.transaction(async (tx) => {
    const open = await openConsent(tx, who);
    if (!open) return;
    await store.endConsent(tx, who.customerId, open.number, {
      ended_at: app.clock.now(),
      ended_by: 'customer',
    });
    const goodbye = 'You won’t get texts about your account anymore. Not you? Call {phone}.';
    await tell(app, tx, who, goodbye, open.number);
  });
  return { message: say(who.language, 'Texts are off.'), ...(await viewTexts(app, who)) };
}

const isOff = (app: App, { tenant }: Customer) => app.adapters.of(tenant).sms.name === 'off';

async function openConsent(tx: Tx, who: Customer): Promise<store.ConsentRow | undefined> {
  await holdOpen(tx, who);
  await store.lockTexts(tx, who.customerId);
  const all = await store.consentsOf(tx, who.customerId);
  return all.find(({ ended_at }) => ended_at === null);
}

/** Of an account that is erased. That the customer agreed, and until when, stays provable. */
export async function endAllTexts(app: App, tx: Tx, { customerId }: Owner): Promise<void> {
  await store.lockTexts(tx, customerId);
  const ended = { ended_at: app.clock.now(), ended_by: 'customer' } as const;
  for (const one of await store.consentsOf(tx, customerId)) {
    if (!one.ended_at) await store.endConsent(tx, customerId, one.number, ended);
  }
}

/** A line with this number goes to another account, as the customer wanted: nothing is sent there. */
export async function endTextsTo(
  app: App,
  tx: Tx,
  { customerId }: Owner,
  number: string,
): Promise<void> {
  await store.lockTexts(tx, customerId);
  const ended = { ended_at: app.clock.now(), ended_by: 'customer' } as const;
  await store.endConsent(tx, customerId, number, ended);
}
