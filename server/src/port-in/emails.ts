import { phone } from '@portside/contract/formats';
import { portInReasons } from '@portside/contract/port-in-reasons';
import type { PortInStatus } from '@portside/contract/lines';
import type { Person } from '../account/account.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands.ts';
import { letter, pageAddress, type Words, type Written } from '../letters/letter.ts';
import type * as lines from '../lines/lines.ts';
import { isStuck } from './progress.ts';
import type { PortInRow } from './store.ts';

/** What a turn meant for the line: it has the number, is set up with it, or gets another one. */
export type AtLine = lines.Received | 'noted' | 'new_number';

type Told = Pick<Words, 'subject' | 'lines'> & { label: string };

const keepOld = 'Do not cancel your old line: it ends by itself when your number is here.';

const letters: Partial<Record<PortInStatus, Told>> = {
  submitted: {
    subject: 'We are bringing {number} to {product}',
    lines: [
      'we asked your old carrier for your number {number}. This often takes minutes, sometimes a day.',
      keepOld,
      'If it was not you who asked for this, call us at {phone} now.',
    ],
    label: 'See how it stands',
  },
  details_needed: {
    subject: 'What we need to bring {number} over',
    lines: [
      'to bring your number {number} over we still need something of you. Your account shows what it is.',
      keepOld,
    ],
    label: 'Go on with my number',
  },
  delayed: {
    subject: 'Your number {number} takes a little longer',
    lines: [
      'your old carrier needs more time for your number {number}. There is nothing for you to do, we keep asking.',
      keepOld,
    ],
    label: 'See how it stands',
  },
  action_needed: {
    subject: 'Please check your details for {number}',
    lines: [
      '{why}',
      'Your account asks for just that, and shows where you find it. Then we ask your old carrier again.',
      keepOld,
    ],
    label: 'Put it right',
  },
  completed: {
    subject: 'Your number {number} is here',
    lines: ['{here}', 'Your old line has ended by itself. Welcome to {product}.'],
    label: 'Go to my lines',
  },
  cancelled: {
    subject: 'Your number {number} stays where it is',
    lines: [
      'we stopped bringing your number {number} over. Your old line goes on as before.',
      'If it was not you who asked for this, call us at {phone} now.',
    ],
    label: 'Go to my account',
  },
  expired: {
    subject: 'We closed the transfer of {number}',
    lines: [
      'the transfer of your number {number} was not finished in time, so we closed it, and erased what we had of your old carrier. Your old line goes on as before. You can start again whenever you like.',
    ],
    label: 'Go to my account',
  },
  failed: {
    subject: 'We could not bring {number} over',
    lines: ['{why}', 'Your old line goes on as before. Call us at {phone} if you need help.'],
    label: 'Go to my account',
  },
};

const replaced =
  'So that you can use your line now, it gets a new number. You can bring your own one later.';

const stuck: Told = {
  subject: 'We cannot get through to your old carrier for {number}',
  lines: [
    'for a day we asked for your number {number} again and again, and your old carrier’s system failed each time. So we stopped for now, and one of us looks into it.',
    'You can let us try again in your account, or call us at {phone}.',
    keepOld,
  ],
  label: 'Go to my account',
};

const tooLate =
  'You asked us to stop, but your old carrier had let your number go already. Call us at {phone} if you need help.';

/** The letter of a turn; undefined where nobody needs one. Never a detail of the old account. */
export function portInLetter(
  app: App,
  brand: Brand,
  person: Person,
  row: Pick<PortInRow, 'status' | 'reason' | 'msisdn' | 'cancel_asked_by' | 'given_up_at'>,
  atLine: AtLine,
): Written | undefined {
  const told = isStuck(row) ? stuck : letters[row.status];
  if (!told) return undefined;
  const here =
    atLine === 'works'
      ? 'your number {number} works with {product} now.'
      : atLine === 'set_up'
        ? 'your number {number} is with {product} now. We are setting up your line with it, and write again when it is active.'
        : 'your number {number} is with {product} now. Choose a plan for it to use it.';
  const fill = (line: string) =>
    line === '{why}'
      ? portInReasons[row.reason ?? 'unknown'].message
      : line === '{here}'
        ? here
        : line;
  const isTooLate = row.status === 'completed' && row.cancel_asked_by === 'customer';
  const more = [...(atLine === 'new_number' ? [replaced] : []), ...(isTooLate ? [tooLate] : [])];
  const { language } = person;
  return letter(
    { brand, language },
    {
      subject: told.subject,
      lines: ['Hello {firstName},', ...told.lines.map(fill), ...more],
      link: { label: told.label, url: pageAddress(app, { brand, language }, '/dashboard') },
      values: { firstName: person.firstName, number: phone(row.msisdn) },
    },
  );
}
