import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadBrands } from '../brands/brands.ts';
import { writeEmail } from '../emails/email.ts';
import { shared, sharedWords } from '../emails/shared-wording.ts';

const source = resolve(import.meta.dirname, '..');
const files = globSync('**/*.ts', { cwd: source })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.ts$|^(?:testing|adapters|words)\//.test(file))
  .toSorted();
const codeOf = (file: string) => readFileSync(resolve(source, file), 'utf8');

/** What somebody reads who was given a line (P04), and what its holder does. */
type Told =
  /** Who has the line, instead of its holder. */
  | 'use'
  /** The holder alone: their money, or what only they do. */
  | 'holder'
  /** The holder, and a manager. */
  | 'pay'
  /** Both. */
  | 'both'
  | 'end'
  /** About an account, an address or a payment, not a line: whoever has that. */
  | 'own'
  | 'staff'
  /** No email of its own. */
  | 'sends';

/** Each file that sends emails, and who reads them of a line that was given. */
const table: Readonly<Record<string, readonly Told[]>> = {
  'account/change-email.ts': ['own'],
  'account/confirm-email.ts': ['own'],
  'account/notices.ts': ['own'],
  'account/warn-owner.ts': ['sends'],
  'callers/verification.ts': ['own'],
  'checkout/new-line-kind.ts': ['holder'],
  'checkout/refunding.ts': ['holder'],
  'checkout/settling.ts': ['holder'],
  'credit/goodwill.ts': ['holder'],
  'emails/queue-email.ts': ['sends'],
  'emails/queue-part.ts': ['sends'],
  'household/telling.ts': ['own'],
  'limits/limits.ts': ['own'],
  'line-ending/end-line.ts': ['end'],
  'line-ending/unused-periods.ts': ['holder'],
  'line-handover/telling.ts': ['holder'],
  'line-hold/tell-hold.ts': ['both'],
  'line-locks/set-locks.ts': ['both'],
  'line-safety/pausing.ts': ['own'],
  'line-safety/stop-begun.ts': ['own'],
  'line-separation/ask-separation.ts': ['own'],
  'line-separation/disposing.ts': ['own'],
  'line-separation/granting.ts': ['own'],
  'line-separation/staff-desk.ts': ['own'],
  'line-separation/telling-staff.ts': ['staff'],
  'lines/activation.ts': ['use'],
  'lines/block.ts': ['use'],
  'lines/emergency-address.ts': ['use'],
  'lines/esim-again.ts': ['use'],
  'lines/lapse.ts': ['both', 'end', 'pay'],
  'lines/line-at-carrier.ts': ['end'],
  'lines/network-asks.ts': ['both', 'use'],
  'lines/told.ts': ['sends'],
  'number-change/carry-out.ts': ['both'],
  'payments/cards.ts': ['own'],
  'payments/disputes.ts': ['own'],
  'payments/stray-charges.ts': ['own'],
  'plan-change/at-carrier.ts': ['pay'],
  'plan-change/change-later.ts': ['pay'],
  'port-in/move-port-in.ts': ['both', 'holder'],
  'port-in/reminding.ts': ['holder'],
  'port-out/hanging.ts': ['both'],
  'port-out/pin-made-elsewhere.ts': ['both'],
  'port-out/port-outs.ts': ['end'],
  'port-out/transfer-pins.ts': ['both'],
  'privacy/asking.ts': ['own'],
  'privacy/erase.ts': ['own'],
  'referrals/crediting.ts': ['holder'],
  'renewals/autopay-charge.ts': ['holder'],
  'renewals/autopay.ts': ['holder'],
  'renewals/choose-autopay-cards.ts': ['holder'],
  'renewals/pay-reminders.ts': ['pay'],
  'renewals/price-notices.ts': ['holder'],
  'renewals/renewal-kind.ts': ['holder'],
  'shipping/telling.ts': ['use'],
  'sign-in/code-login.ts': ['own'],
  'sign-in/register.ts': ['own'],
  'sign-in/reset-password.ts': ['own'],
  'sign-in/step-up.ts': ['own'],
  'sim-replacement/telling.ts': ['both'],
  'staff/members.ts': ['staff'],
  'staff/passkeys.ts': ['staff'],
  'support/chat.ts': ['staff'],
  'support/inbox.ts': ['own'],
  'support/staff-replies.ts': ['own'],
  'support/support.ts': ['own'],
  'texts/deliveries.ts': ['own'],
  'usage/alerts.ts': ['use'],
};

const sends = /\b(?:queueEmail|queuePart|warnOwner|tellOfLine|warnOfLine)\(/;
const chooses = /\b(?:tellOfLine|warnOfLine|readersOf)\(/;
const ofLines: ReadonlySet<Told> = new Set(['use', 'pay', 'both', 'end']);

test('[P04] each email says who of those who share a line reads it', () => {
  const found = files.filter((file) => sends.test(codeOf(file)));
  expect(found).toEqual(Object.keys(table).toSorted());
});

test.each(Object.entries(table))('[P04] %s tells %j', (file, told) => {
  const code = codeOf(file);
  const line = told.filter((one) => ofLines.has(one));
  if (told.includes('sends')) return;
  expect(chooses.test(code)).toBe(line.length > 0);
  if (line.length === 0) return;
  const named = ['use', 'pay', 'both', 'end'].filter((one) => code.includes(`'${one}'`));
  expect(named.toSorted()).toEqual(line.toSorted());
});

test('[P04] what takes the place of a sentence for two readers does so for one that is sent', () => {
  const all = files.filter((file) => file !== 'emails/shared-wording.ts').map(codeOf);
  const everything = all.join('\n').replaceAll(/'\s*\+\s*'/g, '');
  expect(Object.keys(shared).filter((one) => !everything.includes(one))).toEqual([]);
});

test('[P04] nobody who shares a line is told that it was them, or what they have in another’s account', () => {
  for (const [own, said] of Object.entries(shared)) {
    const toMembers = (['user', 'manager'] as const).map((as) => sharedWords(own, as));
    for (const one of typeof said === 'string' ? [said] : toMembers) {
      expect(one).not.toMatch(/^You (?:asked|told|canceled)|Not you\?|in your account\b/);
    }
  }
});

test('[P04] the holder is told first which line it is about, and who has it, and the member is not', async () => {
  const { first: brand } = await loadBrands(resolve(source, '../../brands'));
  const written = (as: 'holder' | 'user', number: string, language = 'en') =>
    writeEmail(
      { brand, language },
      {
        subject: 'Your {product} line {number} is blocked',
        lines: ['Hi {firstName},', 'Your line {number} was unblocked in your account.'],
        values: { firstName: 'Maya', number },
        sharing: { as, other: 'Omar' },
      },
    ).text.split('\n\n');
  const [hi, which, then] = written('holder', '(212) 555-0101');
  expect(hi).toBe('Hi Maya,');
  expect(which).toBe('This is about the line (212) 555-0101 in your account, which Omar has.');
  expect(then).toBe('Your line (212) 555-0101 was unblocked.');
  expect(written('holder', 'your new line')[1]).toBe(
    'This is about a new line in your account, which Omar has.',
  );
  expect(written('holder', '(212) 555-0101', 'es')[1]).toContain('que tiene Omar.');
  expect(written('user', '(212) 555-0101')[1]).toBe('Your line (212) 555-0101 was unblocked.');
});
