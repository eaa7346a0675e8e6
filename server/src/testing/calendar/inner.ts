/**
 * Times that nobody is promised, by what they are for: what is told to customers or operators is in
 * the calendar. Each as its line in the code has it.
 */
export const inner: Readonly<Record<string, readonly string[]>> = {
  'how soon lost work is looked for': [
    'add-ons/jobs.ts: later(now, -minutes(10))',
    "checkout/jobs.ts: ['placed'], minutes(2)",
    "checkout/jobs.ts: ['refunding'], minutes(2)",
    'checkout/jobs.ts: later(app.clock.now(), -minutes(2))',
    'lines/jobs.ts: later(app.clock.now(), -minutes(10))',
    'payments/card-setups.ts: later(now, -minutes(10))',
    "port-in/jobs.ts: 'action_needed'], minutes(10)",
    'lines/emergency-address.ts: ANSWERED_WITHIN = minutes(2)',
    'plan-change/at-carrier.ts: ASKED_AGAIN = minutes(2)',
    'sim-replacement/moving-sim.ts: LOOKED_AT_LEAST = minutes(5)',
    'renewals/autopay-charge.ts: LOOKS_AGAIN = hours(1)',
    'usage/read-usage.ts: LOOK_EVERY = hours(4)',
    'usage/read-usage.ts: AFTER_TROUBLE = minutes(15)',
  ],
  'how far back is looked': [
    'checkout/lineless.ts: LOOK_BACK = days(7)',
    'events/events.ts: LOOK_BACK = seconds(15)',
    'lines/lines.ts: REFUSED_WITHIN = days(30)',
    'port-out/port-outs.ts: LOOKS_BACK = days(3)',
    'reconciliation/reconciliation.ts: LOOKS_BACK = days(3)',
    'reconciliation/reconciliation.ts: SETTLED_AFTER = minutes(15)',
    'reconciliation/reconciliation.ts: OVERLAP = hours(1)',
    'reconciliation/reconciliation.ts: KEPT = days(365)',
    'usage/meters.ts: later(from, -hours(1))',
    'usage/read-usage.ts: LATE = days(3)',
  ],
  'when an operator is told (checkout/stuck.test.ts)': [
    'checkout/stuck.ts: placed: minutes(10)',
    'checkout/stuck.ts: confirm: hours(1)',
    'checkout/stuck.ts: refunding: minutes(10)',
    'checkout/stuck.ts: LINE_WITHIN = hours(1)',
    'checkout/stuck.ts: CARD_PAGE_WITHIN = hours(1)',
  ],
  'whose turn it is, after a crash': [
    'port-in/submitting.ts: LEASE_LASTS = seconds(45)',
    'renewals/autopay-charge.ts: LEASE = minutes(10)',
    'texts/send-texts.ts: TRY_TAKES = seconds(60)',
  ],
  'what is remembered to ask less often': [
    'coverage/coverage.ts: KEPT = minutes(10)',
    'plans/plan-cache.ts: CACHED_FOR = seconds(2)',
    'sessions/sessions.ts: SEEN_EVERY = minutes(1)',
    'usage/view-usage.ts: OLD = hours(6)',
    'usage/view-usage.ts: FRESH = seconds(15)',
  ],
  'clocks that differ (sessions/key-proof.test.ts)': [
    'sessions/key-proof.ts: WINDOW = minutes(5)',
    'sessions/key-proof.ts: WINDOW + minutes(1)',
    'sessions/session-token.ts: now + minutes(1)',
    'sign-in/deny-change.ts: -minutes(1)',
    'payments/charges.ts: FIRST_TRY = minutes(10)',
    'payments/charges.ts: EARLY = minutes(30)',
    'payments/card-setups.ts: PAGE_HOLDS = hours(25)',
  ],
  'a unit': [
    'operator/reconcile-verb.ts: found.since.getTime()) / days(1)',
    'lines/period-value.ts: DAY = days(1)',
    'renewals/autopay-times.ts: later(earliest, days(2) + hours(1))',
  ],
  'proven beside it (port-in/retrying.test.ts, texts/texts.test.ts, sign-in/passkeys.test.ts, sign-in/registering-again.test.ts, support/chat.test.ts)':
    [
      'port-in/submitting.ts: RETRY_SECONDS = 900',
      'port-in/submitting.ts: RETRY_FOR = days(1)',
      'port-in/move-port-in.ts: STILL_HERE = hours(1)',
      'texts/send-texts.ts: DAY = hours(24)',
      'texts/send-texts.ts: OLD_NUMBER_HEARS = days(7)',
      'sign-in/register.ts: REPEATED_WITHIN = minutes(10)',
      'sign-in/left-passkeys.ts: OFFER_LIVES = minutes(30)',
      'support/chat.ts: BURST = minutes(10)',
    ],
};
