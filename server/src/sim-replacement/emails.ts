import { dateAndTime } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, type Written, writeEmail } from '../emails/email.ts';
import { sayTo } from '../emails/shared-wording.ts';
import type { SimLine } from '../lines/sim-moves.ts';
import type { LineReader } from '../lines/told.ts';
import { say } from '../words/say.ts';
import { denialToken } from './denial-link.ts';
import { isMailed, whySentences } from './replacement-view.ts';
import type { ReplacementRow } from './store.ts';

export type News =
  | 'announced'
  | 'announced_mail'
  | 'done'
  | 'done_blocked'
  | 'mailed'
  | 'stopped'
  | 'denied'
  | 'blocked'
  | 'failed';

const notYou =
  'If that wasn’t you, use the button below right away. We’ll stop the change, or block the line if it has already started. You can also call us: {phone}.';

interface Words {
  subject: string;
  lines: readonly string[];
  link: string;
  brief?: string;
}

const words: Readonly<Record<News, Words>> = {
  announced: {
    subject: 'Your line {number} gets a new SIM on {time}',
    brief: 'Your line {number} gets a new SIM on {time}. Not you? Call {phone} now.',
    lines: [
      'Somebody who is logged in to your account asked for a new SIM for your line {number}: {what}.',
      'The change begins on {time}. Your number and the days you paid for stay.',
      'If that was you, there’s nothing to do.',
      notYou,
    ],
    link: 'This wasn’t me',
  },
  announced_mail: {
    subject: 'We’ll prepare a SIM card for your line {number} on {time}',
    brief: 'We’ll prepare a SIM card for your line {number} on {time}. Not you? Call {phone} now.',
    lines: [
      'Somebody who is logged in to your account asked for a new SIM for your line {number}: {what}.',
      'We’ll prepare the card on {time}. The SIM that you have works until you activate the card. Your number and the days you paid for stay.',
      'If that was you, there’s nothing to do.',
      notYou,
    ],
    link: 'This wasn’t me',
  },
  mailed: {
    subject: 'We’re preparing a SIM card for your line {number}',
    brief: 'We’re preparing a SIM card for your line {number}. Not you? Call {phone} now.',
    lines: [
      'We’re preparing a SIM card for your line {number}, and email you again when it’s mailed. The SIM that you have works until you activate the card.',
      notYou,
    ],
    link: 'This wasn’t me',
  },
  done: {
    subject: 'Your line {number} is on its new SIM',
    brief: 'Your line {number} is on a new SIM now. Not you? Call {phone} now.',
    lines: [
      'Your line {number} is on its new SIM now: {what}. The old one doesn’t work anymore.',
      '{setUp}',
      notYou,
    ],
    link: 'This wasn’t me',
  },
  done_blocked: {
    subject: 'The SIM change of your line {number} wasn’t stopped in time',
    lines: [
      'The change of SIM of your line {number} could not be stopped in time. The line is blocked in your account, so that nobody can use the new SIM.',
      'Set a new password, then get a new SIM on the line’s page, or call us: {phone}.',
    ],
    link: 'Set a new password',
  },
  stopped: {
    subject: 'The SIM change of your line {number} was stopped',
    lines: [
      'Your line {number} stays on the SIM that it has. {why}',
      'You can ask for a new SIM again on the line’s page.',
    ],
    link: 'Go to my line',
  },
  denied: {
    subject: 'The SIM change of your line {number} was stopped',
    lines: [
      'You told us that it wasn’t you. Your line {number} stays on the SIM that it has, and every browser is logged out.',
      'Somebody was logged in to your account. We’re turning on the locks of your lines. Set a new password now.',
    ],
    link: 'Set a new password',
  },
  blocked: {
    subject: 'We’re blocking your line {number}',
    lines: [
      'You told us that the SIM change wasn’t you. We asked the network to block your line {number}, so that nobody can use it. Every browser is logged out.',
      'Set a new password, then get a new SIM and unblock the line on its page, or call us: {phone}.',
    ],
    link: 'Set a new password',
  },
  failed: {
    subject: 'Your line {number} could not move to the new SIM',
    lines: [
      'Your line {number} stays on the SIM that it has, and it works as before. {why}',
      'You can try again on the line’s page, or call us: {phone}.',
    ],
    link: 'Go to my line',
  },
};

/** Never the eSIM's code: it is a secret. */
export function replacementEmail(
  app: App,
  brand: Brand,
  person: LineReader,
  news: News,
  line: SimLine,
  row: ReplacementRow,
): Written {
  const { language } = person;
  const reader = { brand, language };
  const { subject, lines, link, brief } = words[news];
  const isMember = person.sharing !== undefined && person.sharing.as !== 'holder';
  const page =
    link === 'This wasn’t me'
      ? `/sim-replacement?token=${denialToken(app, row.id, isMember ? person.id : undefined)}`
      : link === 'Set a new password'
        ? '/forgot-password'
        : `/dashboard/lines/${line.id}`;
  return writeEmail(reader, {
    subject,
    lines: ['Hi {firstName},', ...lines],
    link: { label: link, url: pageAddress(reader, page) },
    urgent: true,
    sharing: person.sharing,
    push: { to: person.id, about: 'security', sentence: brief ?? subject },
    ...(brief && { brief: { to: person.id, about: 'security', sentence: brief } }),
    values: {
      firstName: person.called,
      number: phone(line.mdn),
      time: dateAndTime(row.effective_at, brand.timeZone, language),
      what: say(language, whatOf(row)),
      setUp: sayTo(
        person,
        row.sim_type === 'esim'
          ? 'Your account shows how to set up the new one.'
          : 'Put the card in your phone and restart it.',
      ),
      why: row.why ? sayTo(person, whySentences[row.why]) : '',
    },
  });
}

const whatOf = (row: ReplacementRow) =>
  row.sim_type === 'esim' ? 'an eSIM' : isMailed(row) ? 'a SIM card by mail' : 'a SIM card';
