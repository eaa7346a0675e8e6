import type { NetworkAsk, NetworkChange } from '@portside/contract/lines';
import type { LineReader } from './told.ts';
import type { Brand } from '../brands/brands.ts';
import type { Written } from '../emails/email.ts';
import { aboutLine } from './block-emails.ts';

/** What a customer waits for. */
export type Late = Exclude<NetworkAsk['asked'], 'pause'> | NetworkChange['asked'];

const isBack = {
  subject: 'Your {product} line {number} isn’t back on yet',
  lines: [
    'Our network hasn’t turned your line {number} back on yet.',
    'We keep trying. If you can’t wait, call us: {phone}.',
  ],
};

const words: Readonly<Record<Late, { subject: string; lines: string[] }>> = {
  block: {
    subject: 'Your {product} line {number} isn’t blocked yet',
    lines: [
      'You asked us to block your line {number}. Our network hasn’t done it yet, so somebody could still use it.',
      'We keep trying, and email you when it’s done. If you can’t wait, call us: {phone}.',
    ],
  },
  unblock: isBack,
  resume: isBack,
  unhold: isBack,
  hold: {
    subject: 'Your {product} line {number} isn’t on hold yet',
    lines: [
      'You asked us to put your line {number} on hold. Our network hasn’t done it yet, so the line may still work.',
      'We keep trying, and email you when it’s done. If you don’t want to wait, turn the line back on on its page, or call us: {phone}.',
    ],
  },
  new_sim: {
    subject: 'Your {product} line {number} isn’t on its new SIM yet',
    lines: [
      'Our network hasn’t moved your line {number} to its new SIM yet. Keep the SIM you have in your phone until we email you that it’s done.',
      'We keep trying, and email you when it’s done. If you can’t wait, call us: {phone}.',
      'If you didn’t ask for a new SIM, stop it on the line’s page, and call us.',
    ],
  },
  stop_sim: {
    subject: 'The SIM change of your {product} line {number} isn’t stopped yet',
    lines: [
      'We asked our network to stop the SIM change of your line {number}. It hasn’t answered yet, so the change may still happen.',
      'We keep trying, and email you when it’s done. To be sure, call us: {phone}.',
    ],
  },
  new_number: {
    subject: 'Your {product} line {number}: its new number isn’t ready yet',
    lines: [
      'Our network hasn’t given your line {number} its new number yet.',
      'We keep trying, and we’ll email you as soon as you have the new one. If you can’t wait, call us: {phone}.',
      'If you didn’t ask for a new number, call us now.',
    ],
  },
};

/** The network has not done it within half a minute. */
export const lateEmail = (
  brand: Brand,
  person: LineReader,
  line: { id: string; mdn: string },
  asked: Late,
): Written => aboutLine(brand, person, line, words[asked]);
