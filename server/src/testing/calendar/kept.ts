import { sql } from 'kysely';
import { days, hours, later, minutes } from '../../clock.ts';
import * as codes from '../../codes/codes.ts';
import { keptBy, type Promised, type Stage } from './stage.ts';

/** A row that is of this moment. */
const row =
  (table: string, values: (stage: Stage, id: string) => Record<string, unknown>) =>
  async (stage: Stage, id: string) => {
    const all = values(stage, id);
    const names = sql.join(Object.keys(all).map((name) => sql.ref(name)));
    await stage.rows(sql`insert into ${sql.table(table)} (${names})
      values (${sql.join(Object.values(all))})`);
  };

const ofCustomer =
  (table: string, values: (stage: Stage, id: string) => Record<string, unknown>) =>
  async (stage: Stage, id: string) => {
    const { id: customer_id } = await stage.anybody();
    await row(table, (now, name) => ({ customer_id, ...values(now, name) }))(stage, id);
  };

const notice = (table: string) =>
  row(table, (stage, id) => ({ id, about: '', ref: '', received_at: stage.now() }));

export const portIn = (change: Record<string, unknown>) =>
  ofCustomer('port_ins', (stage, id) => ({
    id,
    tenant_id: 6,
    msisdn: '2125550100',
    zip_code: '10038',
    sim_type: 'esim',
    created_at: stage.now(),
    updated_at: stage.now(),
    ...change,
  }));

export const kept: Readonly<Record<string, Promised>> = {
  'a number that was looked up is forgotten 90 days after it was closed': {
    lasts: days(90),
    home: 'DRAFTS_KEPT = days(90)',
    begin: keptBy('drop-port-in-drafts', 'port_ins', portIn({ status: 'expired' })),
  },
  'submits of port-ins are kept for two days': {
    lasts: days(2),
    home: 'SUBMITS_KEPT = days(2)',
    begin: keptBy('drop-port-in-submits', 'port_in_submits', async (stage, id) => {
      const port_in_id = `por of ${id}`;
      await portIn({ status: 'cancelled' })(stage, port_in_id);
      await ofCustomer('port_in_submits', (now) => ({
        tenant_id: 6,
        port_in_id,
        msisdn: id,
        at: now.now(),
      }))(stage, id);
    }),
  },
  'texts of emails that were sent are kept for 400 days': {
    lasts: days(400),
    home: 'SENT_KEPT = days(400)',
    begin: keptBy(
      'forget-sent-emails',
      'sent_emails',
      row('sent_emails', (stage, id) => ({
        id,
        tenant_id: 6,
        address: 'noa@example.com',
        subject: '',
        sealed: '',
        at: stage.now(),
      })),
    ),
  },
  'how a caller was verified is kept for three years': {
    lasts: days(3 * 366),
    home: 'KEPT = days(3 * 366)',
    begin: keptBy(
      'drop-verifications',
      'caller_verifications',
      ofCustomer('caller_verifications', (stage, id) => ({
        id,
        tenant_id: 6,
        staff_id: 'stf_1',
        how: 'ticket',
        reference: '',
        at: stage.now(),
        until: stage.now(),
      })),
    ),
  },
  'a notice of staff is kept for 400 days after it is over': {
    lasts: days(400),
    home: 'OVER_KEPT = days(400)',
    begin: keptBy(
      'drop-notices',
      'notices',
      row('notices', (stage, id) => ({
        id,
        tenant_id: 6,
        kind: 'news',
        texts: '{}',
        from_at: stage.now(),
        until_at: stage.now(),
        changed_at: stage.now(),
        changed_by: '',
      })),
    ),
  },
  'notices of the payment provider are kept for 90 days': {
    lasts: days(90),
    home: 'NOTICES_KEPT = days(90)',
    begin: keptBy('drop-payment-notices', 'payment_notices', notice('payment_notices')),
  },
  'notices of the carrier are kept for 90 days': {
    lasts: days(90),
    home: 'NOTICES_KEPT = days(90)',
    begin: keptBy('drop-carrier-notices', 'carrier_notices', notice('carrier_notices')),
  },
  'pages for saving a card are kept for 90 days': {
    lasts: days(90),
    home: 'SETUPS_KEPT = days(90)',
    begin: keptBy(
      'drop-card-setups',
      'card_setups',
      ofCustomer('card_setups', (stage, id) => ({
        id,
        tenant_id: 6,
        session_id: id,
        status: 'complete',
        created_at: stage.now(),
      })),
    ),
  },
  'texts that were sent are kept for 90 days': {
    lasts: days(90),
    home: 'KEPT = days(90)',
    begin: keptBy(
      'drop-texts',
      'texts',
      ofCustomer('texts', (stage, id) => ({
        id,
        tenant_id: 6,
        number: '2125550100',
        about: 'payment',
        state: 'sent',
        begun_at: stage.now(),
      })),
    ),
  },
  'emails that came back are kept for 90 days': {
    lasts: days(90),
    home: 'KEPT = days(90)',
    begin: keptBy(
      'forget-email-returns',
      'email_returns',
      row('email_returns', (stage, id) => ({
        id,
        tenant_id: 6,
        address: 'a@example.com',
        kind: 'refused',
        blames_address: false,
        reason: '',
        at: stage.now(),
      })),
    ),
  },
  'a session is kept for 90 days after its end': {
    lasts: days(90),
    home: 'KEPT = days(90)',
    begin: keptBy(
      'drop-sessions',
      'sessions',
      ofCustomer('sessions', (stage, id) => ({
        id,
        tenant_id: 6,
        network: '',
        user_agent: '',
        created_at: stage.now(),
        last_seen_at: stage.now(),
        ended_at: stage.now(),
        expires_at: later(stage.now(), days(300)),
        unused_until: later(stage.now(), days(300)),
      })),
    ),
  },
  'a browser is known for 400 days after its last visit': {
    lasts: days(400),
    home: 'BROWSERS_KEPT = days(400)',
    begin: keptBy(
      'forget-browsers',
      'known_browsers',
      ofCustomer('known_browsers', (stage, id) => ({
        tenant_id: 6,
        browser_id: id,
        since: stage.now(),
        seen_at: stage.now(),
      })),
    ),
  },
  'activity is kept for three years and a month': {
    lasts: days(3 * 366 + 30),
    home: 'ACTIVITY_KEPT = days(3 * 366 + 30)',
    begin: keptBy(
      'drop-activity',
      'activity',
      ofCustomer('activity', (stage, id) => ({
        id,
        tenant_id: 6,
        kind: 'signed_in',
        detail: '{}',
        network: '',
        user_agent: '',
        at: stage.now(),
      })),
    ),
  },
  'messages of the contact form are kept for two years': {
    lasts: days(2 * 366),
    home: 'MESSAGES_KEPT = days(2 * 366)',
    begin: keptBy(
      'drop-contact-messages',
      'contact_messages',
      row('contact_messages', (stage, id) => ({
        id,
        tenant_id: 6,
        name: '',
        email: '',
        message: '',
        language: 'en',
        created_at: stage.now(),
      })),
    ),
  },
  'a visitor’s chat is kept for 30 days after its last word': {
    lasts: days(30),
    home: 'KEPT = days(30)',
    begin: keptBy(
      'drop-quiet-chats',
      'chats',
      row('chats', (stage, id) => ({
        id,
        tenant_id: 6,
        browser_id: id,
        language: 'en',
        created_at: stage.now(),
        written_at: stage.now(),
      })),
    ),
  },
  'what a line used is kept for 200 days': {
    lasts: days(200),
    home: 'KEPT = days(200)',
    begin: keptBy('drop-usage-readings', 'usage_readings', async (stage, id) => {
      const lineId = await stage.line(await stage.anybody());
      await row('usage_readings', (now) => ({
        line_id: lineId,
        tenant_id: 6,
        msisdn: id,
        kind: 'data',
        starts_at: now.now(),
        amount: 1,
        as_of: now.now(),
      }))(stage, id);
    }),
  },
  'an event is kept for an hour': {
    lasts: hours(1),
    home: 'later(app.clock.now(), -hours(1))',
    begin: keptBy(
      'drop-events',
      'events',
      row('events', (stage, id) => ({
        tenant_id: 6,
        kind: 'line',
        about: id,
        status: 'active',
        at: stage.now(),
      })),
    ),
  },
  'a quote is kept for a day after it has expired': {
    lasts: days(1),
    home: 'later(app.clock.now(), -days(1))',
    begin: keptBy(
      'drop-quotes',
      'quotes',
      row('quotes', (stage, id) => ({
        id,
        tenant_id: 6,
        cart_id: id,
        plan_id: '',
        plan_name: '',
        plan_flag: 1,
        zip_code: '10038',
        state: 'NY',
        lines: '[]',
        total_cents: 1,
        estimated: true,
        created_at: stage.now(),
        expires_at: stage.now(),
      })),
    ),
  },
  'a link is kept for an hour after it has expired': {
    lasts: minutes(60) + minutes(5),
    home: '-minutes(60)',
    begin: keptBy('sweep-codes', 'tickets', async (stage, id) => {
      const made = { tenant: 6, purpose: 'crm', subject: id, lives: minutes(5) } as const;
      await stage.inOne((tx) => codes.issueTicket(stage.app, tx, made));
    }),
  },
};
