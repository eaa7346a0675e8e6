import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { PortInStatus } from '@portside/contract/lines';
import { transferTime } from '@portside/contract/transfer-time';
import type { Brand } from '../brands/brands.ts';
import { writeEmail, pageAddress, type Words, type Written } from '../emails/email.ts';
import type { Delay } from './delay.ts';
import { isCanceledByCustomer, isStuck } from './progress.ts';
import type { PortInRow } from './store.ts';
import { whySentence } from './wording.ts';
import type { LineReader } from '../lines/told.ts';
import type { Received } from '../lines/incoming-number.ts';

export type AtLine = Received | 'noted' | 'new_number';

type Told = Pick<Words, 'subject' | 'lines'> & { label: string };

const keepOld = 'Don’t cancel your old line: it ends automatically when your number gets here.';

const emails: Partial<Record<PortInStatus, Told>> = {
  submitted: {
    subject: 'We’re transferring {number} to {product}',
    lines: [
      'We asked your old carrier for your number {number}.',
      transferTime,
      keepOld,
      'If you didn’t ask for this, call us now at {phone}.',
    ],
    label: 'See the progress',
  },
  details_needed: {
    subject: 'What we need to transfer {number}',
    lines: [
      'To transfer your number {number}, we still need something from you. Your account shows what it is.',
      keepOld,
    ],
    label: 'Continue with my number',
  },
  delayed: {
    subject: 'Your number {number} is taking a little longer',
    lines: [
      'Your old carrier needs more time for your number {number}. There’s nothing for you to do. We’ll keep asking.',
      keepOld,
    ],
    label: 'See the progress',
  },
  action_needed: {
    subject: 'Please check your details for {number}',
    lines: [
      '{why}',
      'Your account asks for just that and shows where to find it. Then we’ll ask your old carrier again.',
      keepOld,
    ],
    label: 'Fix it',
  },
  completed: {
    subject: 'Your number {number} is here',
    lines: ['{here}', 'Your old line ended automatically. Welcome to {product}.'],
    label: 'Go to my lines',
  },
  cancelled: {
    subject: 'Your number {number} stays where it is',
    lines: [
      'We canceled the transfer of your number {number}. Your old line keeps working as before.',
      'If you didn’t ask for this, call us now at {phone}.',
    ],
    label: 'Go to my account',
  },
  expired: {
    subject: 'We closed the transfer of {number}',
    lines: [
      'The transfer of your number {number} wasn’t finished in time, so we closed it and erased what we had about your old carrier. Your old line keeps working as before. You can start again whenever you like.',
    ],
    label: 'Go to my account',
  },
  failed: {
    subject: 'We couldn’t transfer {number}',
    lines: ['{why}', 'Your old line keeps working as before. Call us at {phone} if you need help.'],
    label: 'Go to my account',
  },
};

const replaced =
  'So you can use your line now, it gets a new number. You can transfer your own number later.';

const stuck: Told = {
  subject: 'We can’t get through to your old carrier for {number}',
  lines: [
    'For a day we kept asking for your number {number}, and your old carrier’s system failed every time. So we stopped for now, and one of us is looking into it.',
    'You can have us try again from your account, or call us at {phone}.',
    keepOld,
  ],
  label: 'Go to my account',
};

const givesUp =
  'It takes the place of {givenUp}, the number that this line has now. Once your number is here, you lose {givenUp} and can’t get it back.';
const gaveUp = 'It took the place of {givenUp}, which you gave up.';

const delayed = 'If it isn’t here by {until}, call us at {phone} and we’ll ask your old carrier.';
const delayedLonger =
  'This is taking longer than we said. If you’d like to ask us about it, call us at {phone}.';

const tooLate =
  'You asked us to cancel, but your old carrier had already released your number. Call us at {phone} if you need help.';

const canceledElsewhere: Told = {
  subject: 'Your number {number} stays where it is',
  lines: [
    'Your old carrier or our network canceled the transfer of your number {number}. Your old line keeps working as before.',
    'If you still want to bring the number, check it again in your account, or call us at {phone}.',
  ],
  label: 'Go to my account',
};

const asksMore: Told = {
  subject: 'Your old carrier asks for more about {number}',
  lines: [
    '{why}',
    'Your account asks for just that. Once you’ve entered it, the transfer goes on.',
    keepOld,
  ],
  label: 'Enter the details',
};

type Row = Pick<
  PortInRow,
  'status' | 'reason' | 'msisdn' | 'attempt' | 'cancel_asked_by' | 'given_up_at'
> & {
  /** The number that its line loses, if it has one. */
  givenUp?: string;
  delay?: Delay | undefined;
};

function toldOf(row: Row): Told | undefined {
  if (isStuck(row)) return stuck;
  if (row.status === 'cancelled' && !isCanceledByCustomer(row)) return canceledElsewhere;
  return row.status === 'action_needed' && row.reason === 'details_required'
    ? asksMore
    : emails[row.status];
}

/** Nothing goes on before the customer does. */
export const waitingEmail = (
  brand: Brand,
  person: LineReader,
  row: Pick<PortInRow, 'msisdn'>,
  closes: Date,
): Written =>
  writeEmail(
    { brand, language: person.language },
    {
      subject: 'Your number {number} is still waiting for you',
      push: { to: person.id, about: 'port_in' },
      lines: [
        'Hi {firstName},',
        'We need something from you before we can transfer your number {number}. Your account shows what it is.',
        'If we don’t have it by {date}, we close the transfer. Your old line keeps working as before.',
        keepOld,
      ],
      link: {
        label: 'Continue with my number',
        url: pageAddress({ brand, language: person.language }, '/dashboard'),
      },
      values: {
        firstName: person.called,
        number: phone(row.msisdn),
        date: dateAlone(closes, brand.timeZone, person.language),
      },
    },
  );

/** By staff, for who read out on the phone what was wrong. */
export function resentEmail(
  brand: Brand,
  person: LineReader,
  { msisdn, givenUp, agent }: Pick<Row, 'msisdn' | 'givenUp'> & { agent: string },
): Written {
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject: 'We asked your old carrier for {number} again',
      push: { to: person.id, about: 'port_in' },
      lines: [
        'Hi {firstName},',
        '{agent} from our support team just corrected your details for {number} and asked your old carrier again, because someone who said they were you asked for it.',
        ...(givenUp ? [givesUp] : []),
        'If you didn’t ask for this, call us now at {phone}.',
      ],
      link: { label: 'See the progress', url: pageAddress({ brand, language }, '/dashboard') },
      values: {
        firstName: person.called,
        number: phone(msisdn),
        agent,
        ...(givenUp && { givenUp: phone(givenUp) }),
      },
    },
  );
}

/** Undefined where no email is needed. Never has a detail of the old account. */
export function portInEmail(
  brand: Brand,
  person: LineReader,
  row: Row,
  atLine: AtLine,
): Written | undefined {
  const told = toldOf(row);
  if (!told) return undefined;
  const here =
    atLine === 'works'
      ? 'Your number {number} works with {product} now.'
      : atLine === 'set_up'
        ? 'Your number {number} is with {product} now. We’re setting up your line with it and will email you again when it’s active.'
        : 'Your number {number} is with {product} now. Choose a plan to use it.';
  const fill = (line: string) =>
    line === '{why}' ? whySentence(row) : line === '{here}' ? here : line;
  const isTooLate = row.status === 'completed' && row.cancel_asked_by === 'customer';
  const lost = row.givenUp ? [row.status === 'completed' ? gaveUp : givesUp] : [];
  const { delay } = row;
  const more = [
    ...(delay ? [delay.isOver ? delayedLonger : delayed] : []),
    ...lost,
    ...(atLine === 'new_number' ? [replaced] : []),
    ...(isTooLate ? [tooLate] : []),
  ];
  const { language } = person;
  return writeEmail(
    { brand, language },
    {
      subject: told.subject,
      push: { to: person.id, about: 'port_in' },
      sharing: person.sharing,
      lines: ['Hi {firstName},', ...told.lines.map(fill), ...more],
      link: { label: told.label, url: pageAddress({ brand, language }, '/dashboard') },
      values: {
        firstName: person.called,
        number: phone(row.msisdn),
        ...(delay && { until: dateAlone(delay.until, brand.timeZone, language) }),
        ...(row.givenUp && { givenUp: phone(row.givenUp) }),
      },
    },
  );
}
