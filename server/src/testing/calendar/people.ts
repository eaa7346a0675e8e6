import { placeOrder } from '@portside/contract/checkout';
import { viewReferrals } from '@portside/contract/referrals';
import { askErasure } from '@portside/contract/privacy';
import { askLoginCode, askPasskeyLogin, askPasskeyOptions } from '@portside/contract/sign-in';
import { changePassword, createCrmTicket } from '@portside/contract/sign-in';
import { confirmAuthenticator, startAuthenticator } from '@portside/contract/second-step';
import { viewEsim } from '@portside/contract/sim';
import { viewUser } from '@portside/contract/account';
import { sql } from 'kysely';
import { viewPerson } from '../../account/person.ts';
import { days, hours, later, minutes, seconds } from '../../clock.ts';
import * as codes from '../../codes/codes.ts';
import { comesBack, noteRefused } from '../../emails/returned-emails.ts';
import { ownerOf, type Visitor } from '../../http/who.ts';
import { issueChallenge } from '../../sign-in/challenge.ts';
import { issueResetLink } from '../../sign-in/reset-password.ts';
import { caseLink, readCaseLink } from '../../support/case-link.ts';
import { sendTexts } from '../../texts/send-texts.ts';
import { asAgent } from '../as-agent.ts';
import type { Caller } from '../caller.ts';
import { reasonOf, type Promised, type Stage } from './stage.ts';
import { fillCart, orderOf } from '../shopping.ts';

/** A link or challenge that is made now: the newest of its purpose. */
const ticket =
  (purpose: string, make: (stage: Stage) => Promise<unknown>): Promised['begin'] =>
  async (stage) => {
    await make(stage);
    const [row] = await stage.rows(sql`select expires_at as at from tickets
      where purpose = ${purpose} order by expires_at desc limit 1`);
    const at = row?.['at'] as Date;
    return async () => at <= stage.now();
  };

const key = { tenant: 6, purpose: 'login', subject: 'somebody@example.com' } as const;

/** Two sessions: who asks with one uses it, and it lives on. */
const session =
  (open: (stage: Stage) => Promise<Pick<Caller, 'call'>>, isUsed = true): Promised['begin'] =>
  async (stage) => {
    const callers = [await open(stage), await open(stage)];
    if (isUsed) {
      await stage.rows(sql`update sessions set unused_until = ${later(stage.now(), days(90))}`);
    }
    return async () => {
      const caller = callers.pop();
      return caller !== undefined && (await reasonOf(caller.call(viewUser, {}))) === over;
    };
  };
const over = 'unauthenticated';

export const ofPeople: Readonly<Record<string, Promised>> = {
  '[F02] a login lasts 14 days': {
    lasts: days(14),
    home: 'SESSION = days(14)',
    begin: session(async (stage) => (await stage.person()).caller),
  },
  '[F02] a login that nobody uses lasts three days': {
    lasts: hours(72),
    home: 'sessionIdleHours: 72',
    begin: session(async (stage) => (await stage.person()).caller, false),
  },
  'an agent’s session lasts 15 minutes': {
    lasts: minutes(15),
    home: 'AGENT_SESSION = minutes(15)',
    begin: session(async (stage) => asAgent(stage.test, (await stage.person()).email)),
  },
  '[P07] a friend counts for the limit of a code for twelve months': {
    lasts: days(365),
    home: 'A_YEAR = days(365)',
    async begin(stage) {
      const person = await stage.person();
      await stage.line(person);
      const { code } = await person.caller.call(viewReferrals, {});
      const { mostInYear } = stage.app.brands.byTenant(6).referrals ?? { mostInYear: 0 };
      await stage.rows(sql`
        insert into referrals (id, tenant_id, customer_id, code_id, order_id, state,
          referrer_cents, friend_cents, asked_at, joined_at)
        select 'ref_' || id || one, 6, 'usr_friend', id, 'ord_' || id || one, 'joined',
          1000, 1000, ${stage.now()}, ${stage.now()}
        from referral_codes, generate_series(1, ${mostInYear}::int) one where code = ${code}`);
      const priced = () => reasonOf(fillCart(stage.test, { promoCode: code ?? '' }));
      return async () => (await priced()) !== 'promo_unknown';
    },
  },
  'a proof is fresh for ten minutes': {
    lasts: minutes(10),
    home: 'FRESH = minutes(10)',
    async begin(stage) {
      const person = await stage.person();
      const id = await stage.line(person);
      await stage.prove(person);
      const asked = () => reasonOf(person.caller.call(viewEsim, { id }));
      return async () => (await asked()) === 'proof_required';
    },
  },
  'a code is valid for ten minutes': {
    lasts: minutes(10),
    home: 'CODE_LIVES = minutes(10)',
    async begin(stage) {
      const { app } = stage;
      await stage.inOne((tx) => codes.issueCode(app, tx, { ...key, address: key.subject }));
      return async () => {
        const said = await stage.inOne((tx) => codes.enterCode(app, tx, { ...key, code: 'x' }));
        return said?.reason === 'code_expired';
      };
    },
  },
  '[E07] a code is sent again after 30 seconds': {
    lasts: seconds(30),
    home: 'RESEND_LOCK = seconds(30)',
    async begin(stage) {
      const ask = () =>
        reasonOf(stage.test.anyone.call(askLoginCode, { email: 'again@example.com' }));
      await ask();
      return async () => (await ask()) !== 'too_often';
    },
  },
  'a link for a new password holds for 30 minutes': {
    lasts: minutes(30),
    home: 'LINK_LIVES = minutes(30)',
    begin: ticket('reset_link', async (stage) => {
      const { id } = await stage.person();
      const person = await viewPerson(stage.app.db.query, ownerOf(6, id));
      await stage.inOne((tx) => issueResetLink(stage.app, tx, 6, person));
    }),
  },
  '“This wasn’t me” of a change holds for seven days': {
    lasts: days(7),
    home: 'DENIAL_LIVES = days(7)',
    begin: ticket('not_me', async (stage) => {
      const { caller } = await stage.person();
      const passwords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };
      await caller.call(changePassword, { currentPassword: 'Anchor7!', ...passwords });
    }),
  },
  'a ticket of the CRM holds for a minute': {
    lasts: seconds(60),
    home: 'TICKET_LIVES = seconds(60)',
    begin: ticket('crm', async (stage) => {
      const { email } = await stage.person();
      const crmSecret = 'harbor-demo-crm-secret';
      const why = { agent: 'Dana Reyes', reason: 'Asked' };
      await stage.test.anyone.call(createCrmTicket, { crmSecret, email, ...why });
    }),
  },
  'a second step may be given for ten minutes': {
    lasts: minutes(10),
    home: 'CHALLENGE_LIVES = minutes(10)',
    begin: ticket('second_step', async (stage) => {
      const { id } = await stage.person();
      const who = { tenant: 6 } as Visitor;
      await stage.inOne((tx) => issueChallenge(stage.app, tx, who, id, { by: 'password' }));
    }),
  },
  'a passkey may be used for five minutes': {
    lasts: minutes(5),
    home: 'CHALLENGE_LIVES = minutes(5)',
    begin: ticket('passkey', (stage) => stage.test.anyone.call(askPasskeyLogin, {})),
  },
  'a passkey may be made for five minutes': {
    lasts: minutes(5),
    home: 'CHALLENGE_LIVES = minutes(5)',
    begin: ticket('new_passkey', async (stage) => {
      const person = await stage.person();
      await stage.prove(person);
      await person.caller.call(askPasskeyOptions, {});
    }),
  },
  'an authenticator app is set up within 15 minutes': {
    lasts: minutes(15),
    home: 'SET_UP_LIVES = minutes(15)',
    async begin(stage) {
      const person = await stage.person();
      await stage.prove(person);
      await person.caller.call(startAuthenticator, {});
      return async () => {
        await stage.prove(person);
        const entered = person.caller.call(confirmAuthenticator, { otp: '000000' });
        return (await reasonOf(entered)) === 'set_up_over';
      };
    },
  },
  'what is due for a cart holds for 30 minutes': {
    lasts: minutes(30),
    home: 'HOLDS_FOR = minutes(30)',
    async begin(stage) {
      const person = await stage.person();
      const cart = await fillCart(stage.test);
      const place = { ...orderOf(cart, {}), cardId: 'crd_none' };
      return async () => {
        const reason = await reasonOf(person.caller.call(placeOrder, place));
        return reason === 'quote_expired';
      };
    },
  },
  '[L19] who asks to be erased can keep the account for seven days': {
    lasts: days(7),
    home: 'WAITS = days(7)',
    async begin(stage) {
      const person = await stage.person();
      await stage.prove(person);
      await person.caller.call(askErasure, {});
      return async () => {
        await stage.run('erase-accounts');
        const [row] = await stage.rows(
          sql`select erased_at from customers where id = ${person.id}`,
        );
        return row?.['erased_at'] != null;
      };
    },
  },
  'the desk’s link to a conversation holds for seven days': {
    lasts: days(7),
    home: 'LASTS = days(7)',
    async begin(stage) {
      const link =
        caseLink(stage.app, `cht_${'a'.repeat(26)}`)
          .split('/')
          .at(-1) ?? '';
      return async () => readCaseLink(stage.app, link) === 'expired';
    },
  },
  'an address that emails come back from is asked about for 30 days': {
    lasts: days(30),
    home: 'SHOWN = days(30)',
    async begin(stage) {
      const to = 'gone@example.com';
      await noteRefused(stage.app, { id: 'eml_gone', tenant: 6, to, refused: '550 5.1.1 nobody' });
      return async () => !(await comesBack(stage.app, 6, to));
    },
  },
  'a text message is news for six hours': {
    lasts: hours(6),
    home: 'FRESH = hours(6)',
    async begin(stage) {
      const text = { id: 'txt', tenant: 6, about: 'payment', sealed: 'none' } as const;
      const at = stage.now().toISOString();
      const { id: customerId } = await stage.person();
      // It is opened to be sent, and this one cannot be.
      return async () =>
        sendTexts(stage.app, { ...text, customerId, at }).then(
          () => true,
          () => false,
        );
    },
  },
};
