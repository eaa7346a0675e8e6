import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { transferTime } from '@portside/contract/transfer-time';
import type { Can } from '../adapters/carrier/carrier-can.ts';
import type { CarrierPortOut } from '../adapters/carrier/carrier-port-outs.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import type { LineReader } from '../lines/told.ts';

interface AboutLine {
  id: string;
  mdn: string;
}

interface Words {
  subject: string;
  lines: readonly string[];
  link: string;
  brief?: string;
}

const notYou =
  'If you didn’t ask for this, refuse it now on the line’s page and call us at {phone}.';

const words = {
  requested: {
    subject: 'Another carrier asked for your number {number}',
    brief:
      'Another carrier asked for your number {number}. Not you? Refuse it in your account or call {phone} now.',
    lines: [
      'Another carrier asked us for your number {number}. With your transfer PIN, we let it go.',
      transferTime,
      'Don’t end your line: it ends when the number has moved.',
      notYou,
    ],
    link: 'See or refuse the request',
  },
  /** Where it cannot be refused. */
  told: {
    subject: 'Another carrier asked for your number {number}',
    brief: 'Another carrier asked for your number {number}. Not you? Call {phone} now.',
    lines: [
      'Another carrier asked us for your number {number}. With your transfer PIN, we let it go.',
      transferTime,
      'Don’t end your line: it ends when the number has moved.',
      'If you didn’t ask for this, call us now at {phone}.',
    ],
    link: 'Go to my line',
  },
  confirmed: {
    subject: 'Your number {number} is about to move',
    brief: 'Your number {number} is about to move to another carrier. Not you? Call {phone} now.',
    lines: [
      'The transfer of your number {number} to another carrier is confirmed. It works here until it has moved.',
      'If you didn’t ask for this, call us now at {phone}.',
    ],
    link: 'Go to my line',
  },
  completed: {
    subject: 'Your number {number} has moved',
    lines: [
      'Your number {number} is with your new carrier now. Your line has ended, and you won’t be charged for it again.',
      'Your receipts stay in your account. If you didn’t ask for this, call us now at {phone}.',
    ],
    link: 'Go to my account',
  },
  cancelled: {
    subject: 'Your number {number} stays',
    lines: ['The other carrier no longer asks for your number {number}. It stays with us.'],
    link: 'Go to my line',
  },
  /** It hangs, and its line is not held for it any more. */
  let_go: {
    subject: 'Your line {number} goes on as usual',
    lines: [
      'On {date} another carrier asked for your number {number}. It hasn’t taken the number, so we no longer wait for it: you can use, change and pay for your line as usual.',
      'If the other carrier takes the number after all, your line ends then, and we email you.',
      'If you didn’t ask for this, turn on the number lock on the line’s page: that also refuses the request. Then call us at {phone}.',
    ],
    link: 'Go to my line',
  },
  customer: {
    subject: 'Your number {number} stays',
    lines: [
      'We refused another carrier’s request for your number {number}, as you asked. The transfer PIN has ended.',
      'While the number lock is on, no other carrier can take the number.',
    ],
    link: 'Go to my line',
  },
  transfer_pin: {
    subject: 'We refused a request for your number {number}',
    lines: [
      'Another carrier asked for your number {number} with a transfer PIN that is wrong or has ended. We refused it, and your number stays.',
      'If it was you, make a new transfer PIN on the line’s page. If it wasn’t, turn on the number lock there and call us at {phone}.',
    ],
    link: 'Go to my line',
  },
  guessed: {
    subject: 'We ended the transfer PIN of {number}',
    lines: [
      'Other carriers asked for your number {number} with a wrong transfer PIN five times. We refused them, your number stays, and the PIN has ended.',
      'If it was you, make a new transfer PIN on the line’s page. If it wasn’t, turn on the number lock there and call us at {phone}.',
    ],
    link: 'Go to my line',
  },
  number_lock: {
    subject: 'We refused a request for your number {number}',
    lines: [
      'Another carrier asked for your number {number}. The number lock is on, so we refused it, and your number stays.',
      'If it was you, turn off the number lock on the line’s page first. If it wasn’t, leave it on: nobody can take your number.',
    ],
    link: 'Go to my line',
  },
} as const satisfies Record<string, Words>;

type About = keyof typeof words;

const tryAgainOrCall =
  'If it was you, make a new transfer PIN on the line’s page. If it wasn’t, call us at {phone}.';

/** Where the carrier has no number lock: the last of the lines, if there is another one. */
const withoutLock: Partial<Record<About, string | undefined>> = {
  customer: undefined,
  let_go: 'If you didn’t ask for this, call us now at {phone}.',
  transfer_pin: tryAgainOrCall,
  guessed: tryAgainOrCall,
};

/** It promises nothing that the line's page does not offer. */
function wordsOf(about: About, can: Can): Words {
  if (about === 'requested' && !can.has('refusePortOut')) return words.told;
  const usual = words[about];
  if (!(about in withoutLock) || can.has('numberLock')) return usual;
  const last = withoutLock[about];
  return { ...usual, lines: [...usual.lines.slice(0, -1), ...(last ? [last] : [])] };
}

const canOf = (app: App, brand: Brand): Can => app.adapters.of(brand.client.mvnoId).carrier.can;

/** K16: each step of the other carrier; `isGuessed`: it was the last wrong try that a PIN has. */
export function portOutEmail(
  app: App,
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  { state, reason, msisdn, isGuessed }: CarrierPortOut & { isGuessed: boolean },
): Written {
  const refused = isGuessed ? 'guessed' : (reason ?? 'customer');
  const about = wordsOf(state === 'refused' ? refused : state, canOf(app, brand));
  return write(brand, person, { ...line, mdn: msisdn }, about, {
    urgent: true,
    isOver: state === 'completed',
  });
}

/** K16. */
export const letGoEmail = (
  app: App,
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  { created_at: asked, msisdn: mdn }: { created_at: Date; msisdn: string },
): Written =>
  write(brand, person, { ...line, mdn }, wordsOf('let_go', canOf(app, brand)), {
    urgent: true,
    values: { date: dateAlone(asked, brand.timeZone, person.language) },
  });

const madeUntil =
  'Somebody who is logged in to your account made a transfer PIN for your number {number}. Another carrier can take the number with it until {date}.';
const made =
  'Somebody who is logged in to your account asked for a transfer PIN for your number {number}. Another carrier can take the number with it.';
const notYouMade =
  'If it was you, give your new carrier the account number and the PIN. If it wasn’t, end the PIN on the line’s page, turn on the number lock, and call us at {phone}.';
const notYouMadeNoLock =
  'If it was you, give your new carrier the account number and the PIN. If it wasn’t, end the PIN on the line’s page and call us at {phone}.';
const notYouIssued =
  'If it was you, give your new carrier the account number and the PIN. If it wasn’t, call us now at {phone}.';

const elsewhereUntil =
  'Our network made a transfer PIN for your number {number}. It wasn’t made in your account. Another carrier can take the number with it until {date}.';
const elsewhere =
  'Our network made a transfer PIN for your number {number}. It wasn’t made in your account. Another carrier can take the number with it.';
const notYouElsewhere =
  'If you asked for it, by phone for example, there is nothing to do. If you didn’t, somebody may be trying to take your number: call us now at {phone}.';

/** `elsewhere`: the carrier made it, and nobody asked for it here. */
type MadeBy = 'us' | 'carrier' | 'elsewhere';

function madeLines(by: MadeBy, hasEnd: boolean, can: Can): readonly string[] {
  if (by === 'elsewhere') return [hasEnd ? elsewhereUntil : elsewhere, notYouElsewhere];
  const ours = can.has('numberLock') ? notYouMade : notYouMadeNoLock;
  return [hasEnd ? madeUntil : made, by === 'us' ? ours : notYouIssued];
}

/** Without the PIN. */
export const transferPinEmail = (
  app: App,
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  { expiresAt, by }: { expiresAt: Date | null; by: MadeBy },
): Written =>
  write(
    brand,
    person,
    line,
    {
      subject: 'A transfer PIN for {number} was made',
      brief: 'A transfer PIN for {number} was made. Not you? Call {phone} now.',
      lines: madeLines(by, expiresAt !== null, canOf(app, brand)),
      link: 'Go to my line',
    },
    {
      urgent: true,
      ...(expiresAt && {
        values: { date: dateAlone(expiresAt, brand.timeZone, person.language) },
      }),
    },
  );

interface How {
  urgent: boolean;
  isOver?: boolean;
  values?: Record<string, string>;
}

function write(
  brand: Brand,
  person: LineReader,
  line: AboutLine,
  { subject, lines, link, brief }: Words,
  { urgent, isOver = false, values }: How,
): Written {
  const { language } = person;
  const page = isOver ? '/dashboard' : `/dashboard/lines/${line.id}#number`;
  return writeEmail(
    { brand, language },
    {
      subject,
      lines: ['Hi {firstName},', ...lines],
      link: { label: link, url: pageAddress({ brand, language }, page) },
      urgent,
      sharing: person.sharing,
      push: { to: person.id, about: 'security', sentence: brief ?? subject },
      ...(brief && { brief: { to: person.id, about: 'security', sentence: brief } }),
      values: { firstName: person.called, number: phone(line.mdn), ...values },
    },
  );
}
