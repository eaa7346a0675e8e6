import type { RawBuilder } from 'kysely';
import type { Owner } from '../http/who.ts';
import { linesToGive, periodsToGive, ownTimeToGive, wishesToGive } from '../lines/handing-over.ts';
import { readingsToGive } from '../usage/handed-usage.ts';

interface Given {
  /** Names the customer, or the row of another table that does. */
  readonly by: string;
  readonly of?: 'lines' | 'orders' | 'charges' | 'chats' | 'port_ins';
  readonly columns: string;
  /** Names the customer in rows that are another one's, too. */
  readonly also?: string;
  /** What is read in place of the table, under its name, of the rows with these ids: some of it is another customer's. */
  readonly instead?: (ids: RawBuilder<unknown>, owner: Owner) => RawBuilder<unknown>;
}

const own = (columns: string): Given => ({ by: 'customer_id', columns });
const ofLine = (columns: string): Given => ({ by: 'line_id', of: 'lines', columns });

/**
 * What a customer is given of their own, by table. A new column is named here, or below with the
 * reason why not; a test reads the database's catalog.
 */
export const given: Readonly<Record<string, Given>> = {
  customers: {
    by: 'id',
    columns:
      'id email email_verified email_since first_name last_name contact_number street_number street_direction street_name street_unit city state zip_code language has_password second_step second_step_since created_at joined_to joined_at erased_at',
  },
  activity: own('id at kind detail network user_agent agent'),
  approvals: own(
    'id kind order_id item amount_cents along_cents pays_to lines reason status asked_at decided_at',
  ),
  autopay_consents: own('id line_id is_on version text language network user_agent at'),
  caller_verifications: own('id how reference at until'),
  cards: own('id primary_card cardholder_name last4_digits expiry network created_at'),
  charges: own(
    'id owner_kind owner_id attempt paid_with kind item amount_cents amounts status reason advice present language customer seller created_at settled_at returned_cents returned_at',
  ),
  chats: own('id email language created_at written_at closed_at'),
  credit_corrections: own('cause corrected_cents owed_cents created_at updated_at'),
  credit_entries: own('id cents reason cause note balance_cents created_at'),
  customer_notes: own('id text at'),
  disputes: own('id charge_id status reason amount_cents opened_at updated_at respond_by'),
  erasures: own('asked_at due_at'),
  former_addresses: own('email left_at'),
  former_contact_numbers: own('number left_at'),
  known_browsers: own('since seen_at'),
  line_handovers: own('id line_id email state offered_at until ended_at'),
  line_members: {
    ...own('id line_id email role state invited_at until accepted_at ended_at'),
    also: 'member_customer_id',
  },
  lines: {
    ...ofLine(
      'id order_id plan_id plan_name nickname icon mdn kept_number incoming_mdn zip_code sim_type iccid imei status esim_state activated_at paid_until service_address first_name last_name plan_cents plan_paid_cents carrier_suspended port_in_id port_in_status carrier_asked_at released_at ended_at handed_over_at taken_over_at created_at',
    ),
    by: 'id',
    instead: linesToGive,
  },
  orders: own(
    'id number kind status quote line details line_id pays_for paid_with created_at updated_at',
  ),
  passkeys: own('name created_at last_used_at'),
  port_in_submits: own('port_in_id msisdn at'),
  port_ins: own(
    'id msisdn zip_code status reason attempt old_carrier donor sim_type iccid imei line_id order_id cancel_asked_at created_at updated_at',
  ),
  promo_uses: own('order_id code percent_off cents_off every_period line_id used_at given_back_at'),
  referral_codes: own('id code created_at'),
  referrals: own(
    'id order_id line_id state why friend_cents renewal_id asked_at joined_at decided_at',
  ),
  safety_pauses: own('began_at until why ended_at stopped'),
  push_subscriptions: own('user_agent kinds created_at used_at'),
  sessions: own('created_at expires_at ended_at last_seen_at network user_agent agent'),
  stray_charges: own('owner_kind owner_id amount_cents status found_at settled_at'),
  text_consents: own('id number wording given_at ended_at ended_by'),
  texts: own('id number about state begun_at delivery delivery_at'),
  transactions: own(
    'id charge_id owner_kind owner_id kind item transaction_time successful amounts final_cents network last4_digits customer seller',
  ),

  alert_choices: {
    ...ofLine('line_id data_80 data_100 pay_7 pay_3 pay_1 updated_at'),
    instead: ownTimeToGive('alert_choices', 'updated_at'),
  },
  line_add_ons: ofLine(
    'id line_id add_on_id name price_cents megabytes recurring order_id starts_at ends_at stopped_at taken_back_at created_at',
  ),
  line_address_wishes: { ...ofLine('line_id address asked_at'), instead: wishesToGive },
  line_autopay: ofLine(
    'line_id is_on period_ends_at charge_at tries told_cents card_id second_card_id updated_at',
  ),
  line_endings: ofLine('line_id asked_at autopay_was_on period_number'),
  line_holds: ofLine('id line_id days began_at until confirmed_at over_at why_over'),
  line_locks: ofLine('line_id sim_off_at number_off_at'),
  line_periods: {
    ...ofLine(
      'id line_id number starts_at ends_at was_from was_to plan_id plan_name price_cents paid_cents order_id taken_back_at cut_cents refunded_cents created_at',
    ),
    instead: periodsToGive,
  },
  line_suspensions: ofLine('line_id reason since'),
  number_changes: ofLine(
    'id line_id zip_code old_mdn new_mdn kept_number state network user_agent created_at done_at reason',
  ),
  plan_changes: ofLine(
    'id line_id order_id way plan_id plan_name from_plan_id from_plan_name begins_at state created_at updated_at',
  ),
  port_outs: ofLine('line_id msisdn state reason created_at at ends_at let_go_at'),
  price_notices: ofLine('line_id told_at'),
  scheduled_plans: ofLine('id line_id plan_id plan_name plan_cents noted_at ended_at'),
  sim_replacements: {
    ...ofLine('id line_id state sim_type iccid shipping why denial asked_at effective_at ended_at'),
    instead: ownTimeToGive('sim_replacements', 'asked_at'),
  },
  sim_shipments: {
    ...ofLine(
      'id line_id state recipient address iccid carrier tracking_number asked_at mailed_at arrived_at ended_at',
    ),
    instead: ownTimeToGive('sim_shipments', 'replacement_id', 'sim_replacements'),
  },
  transfer_pins: ofLine('line_id msisdn made_at expires_at ended_at'),
  usage_alerts: {
    ...ofLine('line_id period_from kind most percent at'),
    instead: ownTimeToGive('usage_alerts', 'at'),
  },
  usage_readings: {
    ...ofLine('line_id msisdn kind starts_at amount as_of'),
    instead: readingsToGive,
  },
  chat_messages: { by: 'chat_id', of: 'chats', columns: 'chat_id author text at read_at' },
  port_in_steps: {
    by: 'port_in_id',
    of: 'port_ins',
    columns: 'port_in_id attempt status reason raw_code raw_text at',
  },
  refunds: {
    by: 'charge_id',
    of: 'charges',
    columns: 'charge_id number amount_cents status reason created_at settled_at',
  },
  tax_documents: {
    by: 'order_id',
    of: 'orders',
    columns: 'order_id kind status tax_cents created_at',
  },
};
