import { expect, test } from 'vitest';
import { handlers, schedules } from '../slices.ts';

/** What is done by itself, and how often: who adds a schedule writes it here, too. */
const paces: Readonly<Record<string, readonly string[]>> = {
  'each night': [
    'drop-activity',
    'drop-card-setups',
    'drop-carrier-notices',
    'drop-contact-messages',
    'drop-notices',
    'drop-old-invitations',
    'drop-old-offers',
    'drop-payment-notices',
    'drop-port-in-drafts',
    'drop-port-in-submits',
    'drop-quiet-chats',
    'drop-quotes',
    'drop-sessions',
    'drop-staff-sessions',
    'drop-stuck-notes',
    'drop-texts',
    'drop-usage-readings',
    'drop-verifications',
    'expire-port-ins',
    'forget-browsers',
    'forget-email-returns',
    'forget-sent-emails',
    'look-at-disputes',
    'reconcile-books',
  ],
  'each minute': [
    'begin-plans',
    'begin-sim-changes',
    'charge-autopay',
    'end-holds',
    'end-lines',
    'end-members',
    'end-offers',
    'erase-accounts',
    'finish-orders',
    'follow-mail',
    'follow-unpaid-lines',
    'give-up-confirmations',
    'mail-chat-replies',
    'publish-plans',
    'read-usage',
    'refresh-content',
    'seal-audit',
    'tell-number-locks',
  ],
  'each hour': ['dispose-separations', 'drop-events', 'enlist-for-usage', 'sweep-codes'],
  'every ten minutes': [
    'close-card-setups',
    'count-days',
    'finish-card-setups',
    'look-at-texts',
    'remind-of-separations',
    'sweep-limits',
  ],
  'every five minutes': [
    'end-hanging-port-outs',
    'finish-lines',
    'finish-number-changes',
    'finish-port-ins',
    'finish-port-outs',
    'finish-sim-changes',
    'forget-proofs',
    'freeze-receipts',
    'remind-to-pay',
    'tell-add-ons',
    'tell-prices',
  ],
  'each day, when it is day in all time zones': ['remind-port-ins'],
};

/** In UTC: after four it is evening or night in the United States, and at 17 it is day in all their time zones. */
const paceOf = (cron: string): string => {
  if (cron === '* * * * *') return 'each minute';
  if (cron === '*/5 * * * *') return 'every five minutes';
  if (cron === '*/10 * * * *') return 'every ten minutes';
  if (/^\d+ \* \* \* \*$/.test(cron)) return 'each hour';
  if (/^\d+ 4 \* \* \*$/.test(cron)) return 'each night';
  return /^\d+ 17 \* \* \*$/.test(cron) ? 'each day, when it is day in all time zones' : cron;
};

test('each sweep runs at its pace, and none was forgotten', () => {
  const found: Record<string, string[]> = {};
  for (const { job, cron } of schedules) (found[paceOf(cron)] ??= []).push(job.name);
  for (const names of Object.values(found)) names.sort((a, b) => a.localeCompare(b));
  expect(found).toEqual(paces);
});

test('whatever is scheduled has somebody to do it, and one turn', () => {
  const names = schedules.map(({ job }) => job.name);
  expect(names.filter((name) => !handlers.some(({ job }) => job.name === name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
