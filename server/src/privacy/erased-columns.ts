import { type RawBuilder, sql } from 'kysely';

interface Left {
  /** For the customer to read, with what the others say: docs/decisions/0957. */
  readonly because: string;
  readonly columns: string;
  /** What the other columns hold afterwards. */
  readonly emptied?: Readonly<Record<string, unknown>>;
}

const receipt = 'receipts, and the tax that was paid with them';
const money = 'who gave money back, and how much';
const dispute = 'what a bank may ask of a payment';
const proof = 'proof that a customer agreed';
const record = 'who looked into the account, and how the customer was known';

/**
 * Tables whose rows stay when a customer is erased. What is named here stays in them. The rows of all
 * other tables go.
 */
export const left: Readonly<Record<string, Left>> = {
  approvals: {
    because: money,
    columns:
      'id tenant_id customer_id kind order_id item amount_cents along_cents pays_to lines reason status part asked_by asked_name asked_email asked_key asked_at decided_by decided_name decided_at',
    emptied: { note: '', decision: '' },
  },
  audit_entries: {
    because: record,
    columns:
      'id tenant_id at staff_id staff role call customer_id about outcome detail network user_agent request_id stamp seq hash',
  },
  autopay_consents: {
    because: proof,
    columns: 'id tenant_id line_id customer_id is_on version text language at',
    emptied: { network: '', user_agent: '' },
  },
  caller_verifications: {
    because: record,
    columns: 'id tenant_id staff_id customer_id how at until',
    emptied: { reference: '' },
  },
  charges: {
    because: receipt,
    columns:
      'id tenant_id customer_id payer_id owner_kind owner_id attempt paid_with kind idempotency_key language present amount_cents returned_cents returned_at item amounts customer seller status payment_ref reason advice created_at settled_at',
    emptied: { method: '{"kind":"none"}', redirect_url: null },
  },
  credit_corrections: {
    because: money,
    columns: 'cause tenant_id customer_id corrected_cents owed_cents version created_at updated_at',
  },
  credit_entries: {
    because: money,
    columns: 'id tenant_id customer_id cents reason cause created_at balance_cents',
    emptied: { note: '' },
  },
  dispute_answers: {
    because: dispute,
    columns: 'dispute_id tenant_id attempt state reason evidence staff at',
  },
  disputes: {
    because: dispute,
    columns:
      'id tenant_id customer_id charge_id dispute_ref status reason amount_cents opened_at updated_at respond_by',
  },
  fraud_warnings: {
    because: dispute,
    columns:
      'id tenant_id charge_id warning_ref reason actionable opened_at read_at left_by left_at',
  },
  line_add_ons: {
    because: receipt,
    columns:
      'id tenant_id line_id add_on_id name price_cents megabytes recurring order_id follows starts_at ends_at stopped_at taken_back_at carrier_told_at created_at moves megabytes_left carrier_key handed_to',
  },
  line_handovers: {
    because: 'which line went on as which',
    columns:
      'id tenant_id line_id customer_id state offered_at until ended_at taker_customer_id new_line_id',
    emptied: { email: '' },
  },
  line_members: {
    because: 'that somebody else had a line, and when',
    columns:
      'id tenant_id line_id customer_id role state invited_at until due_at accepted_at ended_at member_customer_id',
    emptied: { email: '' },
  },
  line_periods: {
    because: receipt,
    columns:
      'id tenant_id line_id number starts_at ends_at plan_id plan_name price_cents paid_cents order_id taken_back_at created_at was_from was_to cut_by cut_cents refunded_cents handed_from',
  },
  line_separation_lines: {
    because: 'how a request that the law gives a right to was answered',
    columns:
      'separation_id position tenant_id who sealed proven_at proven_by proven_line_id texted_line_id kept_line_id line_id',
  },
  lines: {
    because: 'the number that a receipt names',
    columns:
      'id tenant_id customer_id order_id plan_id plan_name plan_flag mdn sim_type status activated_at paid_until created_at icon plan_cents plan_paid_cents carrier_suspended released_at waits_for_card ended_at carrier_asked_at handed_over_at taken_over_at separated_at own_since user_since carrier_key',
    emptied: {
      former_iccid: null,
      former_imei: null,
      nickname: '',
      zip_code: '',
      iccid: '',
      imei: '',
      activation_ref: null,
      port_in_id: null,
      port_in_status: null,
      incoming_mdn: '',
      esim_state: null,
      service_address: null,
      address_customer_id: null,
      first_name: '',
      last_name: '',
      kept_number: null,
    },
  },
  orders: {
    because: receipt,
    columns:
      'id number tenant_id customer_id status attempt quote created_at updated_at kind line_id pays_for payer_customer_id paid_with',
    emptied: {
      // An order with autopay has its consent in them.
      details: sql`details - 'network' - 'userAgent'`,
      // With its place in the purchase.
      cart_id: sql`id || coalesce(substring(cart_id from ' [0-9]+(?= |$)'), '')`,
      line: sql`jsonb_build_object('simType', line -> 'simType', 'iccid', '', 'imei', '')`,
    },
  },
  plan_changes: {
    because: receipt,
    columns:
      'id tenant_id line_id order_id way plan_id plan_name plan_flag from_plan_id from_plan_name from_plan_flag begins_at state created_at updated_at',
  },
  promo_uses: {
    because: receipt,
    columns:
      'order_id tenant_id promo_id customer_id code percent_off cents_off every_period line_id used_at given_back_at',
  },
  referrals: {
    because: 'what a friend who joined brought to another customer',
    columns:
      'id tenant_id customer_id code_id order_id line_id state why referrer_cents friend_cents renewal_id asked_at joined_at decided_at',
  },
  refunds: {
    because: money,
    columns:
      'id tenant_id charge_id number key amount_cents status origin part refund_ref reason operator created_at settled_at',
    emptied: { note: '' },
  },
  sim_shipments: {
    because: dispute,
    columns:
      'id tenant_id line_id replacement_id state carrier tracking_number mailed_by asked_at mailed_at arrived_at starts_at late_told_at ended_at',
    emptied: { recipient: '', address: null, iccid: '' },
  },
  stray_charges: {
    because: money,
    columns:
      'payment_ref tenant_id customer_id owner_kind owner_id amount_cents status refund_ref found_at settled_at',
  },
  tax_documents: {
    because: receipt,
    columns: 'order_id kind tenant_id status tries document tax_cents created_at updated_at',
  },
  text_consents: {
    because: proof,
    columns: 'id tenant_id customer_id number wording given_at ended_at ended_by',
  },
  transactions: {
    because: receipt,
    columns:
      'id tenant_id customer_id charge_id owner_id item transaction_time successful amounts final_cents network last4_digits customer seller owner_kind kind',
  },
};

/** What goes besides the rows that a customer is given. Those of other rows come first. */
export const alsoGone: readonly { table: string; by: string; of?: 'lines' }[] = [
  { table: 'line_change_asks', by: 'line_id', of: 'lines' },
  { table: 'line_network_asks', by: 'line_id', of: 'lines' },
  { table: 'kept_lines', by: 'line_id', of: 'lines' },
  { table: 'line_work', by: 'line_id', of: 'lines' },
  { table: 'moves_begun', by: 'line_id', of: 'lines' },
  { table: 'number_clashes', by: 'line_id', of: 'lines' },
  { table: 'number_clashes', by: 'holder_id', of: 'lines' },
  { table: 'pay_reminders', by: 'line_id', of: 'lines' },
  { table: 'usage_looks', by: 'line_id', of: 'lines' },
  { table: 'authenticator_apps', by: 'customer_id' },
  { table: 'card_setups', by: 'customer_id' },
  { table: 'credentials', by: 'customer_id' },
  { table: 'events', by: 'customer_id' },
  { table: 'payment_customers', by: 'customer_id' },
  { table: 'recovery_codes', by: 'customer_id' },
  { table: 'replaced_recovery_codes', by: 'customer_id' },
];

/** Names the person and no account. */
export const byAddress: readonly {
  table: string;
  column: string;
  /** Rows that are another customer's, too, stay without it. */
  kept?: RawBuilder<unknown>;
}[] = [
  { table: 'sent_emails', column: 'address' },
  { table: 'email_returns', column: 'address' },
  { table: 'line_handovers', column: 'email', kept: sql`state in ('offered', 'accepted')` },
  {
    table: 'line_members',
    column: 'email',
    kept: sql`(state = 'invited' or accepted_at is not null)`,
  },
  { table: 'contact_messages', column: 'email' },
  { table: 'codes', column: 'address' },
  { table: 'chats', column: 'email' },
];

/** Codes and links, of an account or an address. */
export const bySubject: readonly string[] = ['codes', 'tickets'];

/** What staff wrote to each other about what hung. */
export const notes: readonly string[] = ['stuck_marks', 'stuck_notes'];

/** What a carrier calls the customer. */
export const ofNoBrand: readonly string[] = ['gigs_users'];

export const withReceipts: readonly string[] = ['charges', 'transactions'];
