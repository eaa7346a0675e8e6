import { dateAlone } from '@portside/contract/formats';
import { type LineAct, type MemberRole, mayDo } from '@portside/contract/household-acts';
import type { NetworkAsk } from '@portside/contract/lines';
import type { Finding } from '@portside/contract/line-health';
import { keptBack, type Work } from '@portside/contract/line-work';
import type { Line } from '@portside/contract/lines';
import type { SimReplacement } from '@portside/contract/sim-replacement-state';
import type { Meter } from '@portside/contract/usage';
import type { LineState } from '../adapters/carrier/carrier-lines.ts';
import type { DeviceFacts, Outage } from '../adapters/carrier/carrier.ts';
import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';
import type { SuspensionReason } from '../lines/suspension.ts';
import type { Need, NeedCode } from '@portside/contract/needs';
import { say } from '../words/say.ts';

/** What was seen of a line; undefined where there is nothing to see. */
export interface Seen {
  line: Line;
  /** Of who was given it (P04). */
  role: MemberRole | undefined;
  zipCode: string;
  suspensions: readonly SuspensionReason[];
  underWay: readonly Work[];
  meters: readonly Meter[];
  newSim: SimReplacement | undefined;
  needs: readonly Need[];
  /** The number on its way wants nothing else. */
  wantsCardAlone: boolean;
  network: NetworkAsk | undefined;
  atCarrier: LineState | undefined;
  phone: DeviceFacts | undefined;
  outage: Outage | null | undefined;
  /** What staff say about an outage or maintenance at its address, in the reader's language. */
  notices: readonly { kind: 'outage' | 'maintenance'; text: string }[];
}

interface Reader {
  readonly brand: Brand;
  readonly language: string;
}

type Unsaid = Omit<Finding, 'message'> & {
  text: string;
  values?: Record<string, string>;
};

/** Trouble first, in the order to deal with it; then what is well. */
export function findingsOf(reader: Reader, now: Date, seen: Seen): Finding[] {
  const { brand, language } = reader;
  const { line } = seen;
  const found =
    line.status === 'ended'
      ? [ended]
      : [
          suspended(seen),
          blocked(seen),
          onHold(seen, (at) => dateAlone(at, brand.timeZone, language)),
          isLastDay(seen, now)
            ? undefined
            : payment(seen, now, (at) => dateAlone(at, brand.timeZone, language)),
          card(seen, (at) => dateAlone(at, brand.timeZone, language)) ?? activation(line),
          seen.wantsCardAlone ? undefined : portIn(line),
          isSimInMail(line) || isChangeLate(seen) ? undefined : (newSim(seen) ?? sim(line)),
          usage(seen),
          phone(seen),
          outage(seen),
        ].filter((one) => one !== undefined);
  const said = found
    .toSorted((a, b) => Number(a.ok) - Number(b.ok))
    .map(({ text, values, ...rest }) => ({
      ...onlyAllowed(seen.role, rest),
      message: say(language, text, values),
    }));
  return [...needed(seen, now), ...said];
}

const actOf: Readonly<Partial<Record<NonNullable<Finding['action']>, LineAct>>> = {
  renew: 'pay',
  end_hold: 'own',
  finish_port_in: 'own',
  buy_add_on: 'pay',
};

/** Nobody is sent to what they may not do (P04). */
function onlyAllowed(role: MemberRole | undefined, found: Omit<Finding, 'message'>) {
  const { action, ...rest } = found;
  const act = action && actOf[action];
  return act && !mayDo(role, act) ? rest : found;
}

/** What has a finding of its own, which looks closer. */
const lookedAt: ReadonlySet<NeedCode> = new Set([
  'block_late',
  'blocked',
  'unpaid',
  'port_in_details',
  'data_used_up',
  'set_up_sim',
  'card_late',
]);

/** Before that, when to pay is no trouble yet. */
const LAST_DAY = days(1);

const isLastDay = ({ line: { paidUntil }, needs }: Seen, now: Date) =>
  paidUntil !== null &&
  needs.some(({ code }) => code === 'pay') &&
  new Date(paidUntil) > now &&
  later(now, LAST_DAY) >= new Date(paidUntil);

/** Of the one list of what needs the customer. */
const needed = (seen: Seen, now: Date): Finding[] =>
  seen.needs
    .filter(({ code }) => !lookedAt.has(code) && (code !== 'pay' || isLastDay(seen, now)))
    .map(({ code, message, action }) => ({
      code,
      ok: false,
      message,
      ...(action && { next: action }),
    }));

const ended: Unsaid = {
  code: 'ended',
  ok: false,
  text: 'This line has ended. To use our network again, choose a plan.',
  action: 'choose_plan',
};

function suspended({ line, suspensions, atCarrier }: Seen): Unsaid | undefined {
  if (line.status === 'suspended' && suspensions.includes('by_operator')) {
    return {
      code: 'suspension',
      ok: false,
      text: 'We paused this line. Contact us, and we’ll tell you why.',
      action: 'contact_us',
    };
  }
  if (line.status === 'suspended' && suspensions.length === 0) {
    return {
      code: 'suspension',
      ok: false,
      text: 'The network is turning this line back on. This takes about a minute.',
      action: 'wait',
    };
  }
  if (line.status === 'active' && atCarrier === 'restricted') {
    return {
      code: 'suspension',
      ok: false,
      text: 'The network limits what this line can do. Contact us, and we’ll find out why.',
      action: 'contact_us',
    };
  }
  if (line.status === 'active' && atCarrier !== undefined && atCarrier !== 'active') {
    return {
      code: 'suspension',
      ok: false,
      text: 'The network shows this line as paused, and it shouldn’t be. Contact us.',
      action: 'contact_us',
    };
  }
  return undefined;
}

/** What the network was asked for and has not done is not said to be so. */
function blocked({ suspensions, network }: Seen): Unsaid | undefined {
  if (!suspensions.includes('blocked')) return undefined;
  if (network?.asked === 'block') {
    return network.isLate
      ? {
          code: 'block',
          ok: false,
          text: 'You asked us to block this line, and the network hasn’t done it yet. Somebody could still use it. Contact us.',
          action: 'contact_us',
        }
      : {
          code: 'block',
          ok: false,
          text: 'The network is blocking this line. We email you when it’s done.',
          action: 'unblock',
        };
  }
  return {
    code: 'block',
    ok: false,
    text: 'You blocked this line as lost or stolen. Nobody can use it until you unblock it.',
    action: 'unblock',
  };
}

function onHold(
  { line: { heldUntil }, suspensions, network }: Seen,
  day: (moment: string) => string,
): Unsaid | undefined {
  if (!suspensions.includes('on_hold')) return undefined;
  const about = { code: 'hold', ok: false, action: 'end_hold' } as const;
  if (network?.asked === 'hold') {
    return {
      ...about,
      text: network.isLate
        ? 'You asked us to put this line on hold, and the network hasn’t done it yet, so it may still work.'
        : 'The network is putting this line on hold. We email you when it’s done.',
    };
  }
  return {
    ...about,
    text: 'This line is on hold until {date}. You can turn it back on at any time.',
    values: { date: heldUntil ? day(heldUntil) : '' },
  };
}

function payment(
  { line: { paidUntil }, role, suspensions, underWay }: Seen,
  now: Date,
  day: (moment: string) => string,
): Unsaid | undefined {
  if (paidUntil === null) return undefined;
  const isOver = suspensions.includes('unpaid') || Date.parse(paidUntil) <= now.getTime();
  if (!isOver) {
    return {
      code: 'payment',
      ok: true,
      text: 'It is paid until {date}.',
      values: { date: day(paidUntil) },
    };
  }
  if (underWay.includes('payment')) {
    return {
      code: 'payment',
      ok: false,
      text: 'Your payment for this line is going through. The line works again once it’s done.',
      action: 'wait',
    };
  }
  const why = keptBack('renewal', underWay);
  return why
    ? { code: 'payment', ok: false, text: why.sentence, action: 'wait' }
    : {
        code: 'payment',
        ok: false,
        text: mayDo(role, 'pay')
          ? 'Its paid time ended on {date}. Pay, and it works again within a minute.'
          : 'Its paid time ended on {date}. Ask the one who holds the account to pay, and it works again within a minute.',
        values: { date: day(paidUntil) },
        action: 'renew',
      };
}

const isChangeLate = ({ needs }: Seen) => needs.some(({ code }) => code === 'change_late');

const isSimInMail = ({ shipping }: Line) =>
  shipping?.replacesSim === true && shipping.state !== 'preparing';

/** A SIM card in the mail: a new line begins with it, another one moves to it. */
function card({ line }: Seen, day: (moment: string) => string): Unsaid | undefined {
  const { shipping } = line;
  if (!shipping || (shipping.replacesSim && shipping.state === 'preparing')) return undefined;
  const { state, isLate, mailedAt = '', startsOn, replacesSim } = shipping;
  const about = { code: replacesSim ? 'sim' : 'activation', ok: false } as const;
  if (line.status === 'suspended') return undefined;
  if (state === 'preparing') {
    return {
      ...about,
      text: 'We’re preparing its SIM card. The line begins when you activate the card.',
      action: 'wait',
    };
  }
  if (state === 'arrived') {
    return {
      ...about,
      text: 'Its SIM card has arrived. Put it in the phone, and activate it.',
      action: 'set_up_sim',
    };
  }
  if (isLate) {
    return {
      ...about,
      text: 'Its SIM card was mailed on {date}. If it hasn’t come, ask for a new one, free.',
      values: { date: day(mailedAt) },
      action: 'set_up_sim',
    };
  }
  return startsOn
    ? {
        ...about,
        text: 'Its SIM card was mailed on {date}. Activate it when you get it; otherwise the line starts on {starts} anyway.',
        values: { date: day(mailedAt), starts: day(startsOn) },
        action: 'wait',
      }
    : {
        ...about,
        text: 'Its new SIM card was mailed on {date}. Activate it when you get it; the old one works until then.',
        values: { date: day(mailedAt) },
        action: 'wait',
      };
}

function activation({ status, portIn: number }: Line): Unsaid | undefined {
  if (number || (status !== 'pending' && status !== 'activating')) return undefined;
  return {
    code: 'activation',
    ok: false,
    text: 'The network is still activating this line. This takes a few minutes.',
    action: 'wait',
  };
}

function portIn({ portIn: number }: Line): Unsaid | undefined {
  if (!number) return undefined;
  const waits = ['draft', 'details_needed', 'awaiting_plan', 'action_needed'];
  return waits.includes(number.status)
    ? {
        code: 'port_in',
        ok: false,
        text: 'Your number’s transfer needs something from you.',
        action: 'finish_port_in',
      }
    : {
        code: 'port_in',
        ok: false,
        text: 'Your number is on its way from your old carrier. Until then it works there.',
        action: 'wait',
      };
}

function sim({ status, simType, iccid, esim }: Line): Unsaid | undefined {
  if (status !== 'active') return undefined;
  if (simType === 'physical') {
    return iccid
      ? { code: 'sim', ok: true, text: 'Its SIM card is active.' }
      : {
          code: 'sim',
          ok: false,
          text: 'Its SIM card isn’t activated yet.',
          action: 'set_up_sim',
        };
  }
  switch (esim) {
    case 'enabled':
      return { code: 'esim', ok: true, text: 'Its eSIM is on, in a phone.' };
    case 'installed':
    case 'disabled':
      return {
        code: 'esim',
        ok: false,
        text: 'Its eSIM is in a phone, but turned off. Turn it on in the phone’s settings.',
        action: 'set_up_sim',
      };
    case 'deleted':
    case 'error':
      return {
        code: 'esim',
        ok: false,
        text: 'Its eSIM isn’t on any phone anymore. You need a new one.',
        action: 'replace_sim',
      };
    case 'ready':
    case 'downloaded':
      return {
        code: 'esim',
        ok: false,
        text: 'Its eSIM isn’t installed yet.',
        action: 'set_up_sim',
      };
    default:
      return undefined;
  }
}

function newSim({ newSim: replacement }: Seen): Unsaid | undefined {
  if (replacement?.state !== 'announced' && replacement?.state !== 'under_way') return undefined;
  return {
    code: 'sim',
    ok: false,
    text: 'Its SIM is being replaced. The old one works until the new one is active.',
    action: 'wait',
  };
}

function usage({ line, meters }: Seen): Unsaid | undefined {
  if (line.status !== 'active') return undefined;
  const over = meters.find((one) => one.over !== undefined);
  if (over) {
    // Said in the reader's language already.
    const isData = over.kind === 'data';
    return {
      code: 'usage',
      ok: false,
      text: over.over ?? '',
      ...(isData && { action: 'buy_add_on' as const }),
    };
  }
  const data = meters.find(({ kind }) => kind === 'data');
  if (!data) return undefined;
  const text = data.limit === undefined ? 'Its data has no limit.' : 'It has data left.';
  return { code: 'usage', ok: true, text };
}

function phone({ phone: facts }: Seen): Unsaid | undefined {
  if (!facts) return undefined;
  if (facts.blocked) {
    return {
      code: 'phone',
      ok: false,
      text: 'The phone is reported lost or stolen, so no network lets it in. Contact us.',
      action: 'contact_us',
    };
  }
  return facts.locked
    ? {
        code: 'phone',
        ok: false,
        text: 'The phone is locked to another carrier. Ask that carrier to unlock it.',
      }
    : { code: 'phone', ok: true, text: 'The phone works on our network.' };
}

function outage({ outage: known, notices, zipCode }: Seen): Unsaid | undefined {
  const [notice] = notices;
  if (notice) {
    return {
      code: 'outage',
      ok: false,
      text:
        notice.kind === 'outage'
          ? 'We know of an outage near {zip}: {notice}'
          : 'We know of maintenance near {zip}: {notice}',
      values: { zip: zipCode, notice: notice.text },
      action: 'wait',
    };
  }
  if (known === undefined) return undefined;
  return known
    ? {
        code: 'outage',
        ok: false,
        text: 'There’s an outage near {zip}. The network is working on it; you don’t need to do anything.',
        values: { zip: zipCode },
        action: 'wait',
      }
    : {
        code: 'outage',
        ok: true,
        text: 'We don’t know of any outage near {zip}.',
        values: { zip: zipCode },
      };
}
