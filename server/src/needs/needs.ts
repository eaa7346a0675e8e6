import type { OutputOf } from '@portside/contract/endpoint';
import { type LineRole, mayDo } from '@portside/contract/household-acts';
import { dateAlone } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import { handoversPage } from '@portside/contract/line-handover-state';
import { householdPage } from '@portside/contract/household';
import type { Line } from '@portside/contract/lines';
import type { listNeeds as listNeedsCall, Need } from '@portside/contract/needs';
import type { App } from '../app.ts';
import { listOpenOrders } from '../checkout/open-orders.ts';
import type { Customer } from '../http/who.ts';
import { findListed, listLines } from '../line-detail/list-lines.ts';
import { invitationsOf } from '../household/taking.ts';
import { offersTo } from '../line-handover/taking.ts';
import { linesNow } from '../lines/line-now.ts';
import { openPortOutsOf } from '../port-out/port-outs.ts';
import { autopaysOf } from '../renewals/autopay.ts';
import { dataOf } from '../usage/view-usage.ts';
import { cardsOf } from '../payments/cards.ts';
import { say } from '../words/say.ts';
import { type Autopay, type Row, rows, type Standing, toldTo } from './needs-wording.ts';

type Output = OutputOf<typeof listNeedsCall>;

/**
 * The one list of what needs the customer: headline, tiles, line pages, health check and live notice
 * say what stands here.
 */
export async function listNeeds(app: App, who: Customer): Promise<Output> {
  const { lines } = await listLines(app, who);
  const [own, offers, invitations] = await Promise.all([
    needsOf(app, who, lines, lines.length > 1),
    offersTo(app, app.db.query, who),
    invitationsOf(app, app.db.query, who),
  ]);
  const offered = offers.map(({ until }) => said(who, '', lineOffered(who, until)));
  const invited = invitations.map(({ until }) => said(who, '', invitedTo(who, until)));
  return { ...own, needs: [...own.needs, ...offered, ...invited] };
}

/** Of one line. */
export async function needsOfLine(app: App, who: Customer, id: string): Promise<Need[]> {
  const { needs } = await needsOf(app, who, await findListed(app, who, id), false);
  return needs.filter(({ lineId }) => lineId === id);
}

async function needsOf(
  app: App,
  who: Customer,
  all: readonly Line[],
  isOneOfMany: boolean,
): Promise<Output> {
  const db = app.db.query;
  const lines = all.filter(({ status }) => status !== 'ended');
  const ids = lines.map(({ id }) => id);
  const active = lines.filter(({ status }) => status === 'active').map(({ id }) => id);
  const [{ orders }, portOuts, autopays, cards, linesOf] = await Promise.all([
    listOpenOrders(app, who),
    openPortOutsOf(db, ids),
    autopaysOf(db, ids),
    cardsOf(db, who),
    linesNow(db, who, active, app.clock.now()),
  ]);
  const hasCard = cards.some((one) => one.primaryCard);
  const { can } = app.adapters.of(who.tenant).carrier;
  const periods = [...linesOf.values()].flatMap(({ period }) => period ?? []);
  const data = await dataOf(app, who, can.has('usage') ? periods : []);
  const severalNew = lines.filter(isNew).length > 1;
  const standings = lines.map((line): Standing => {
    const role = roleIn(line);
    // The holder's cards, and what they pay by themselves, are the holder's.
    const autopay = role && role !== 'holder' ? undefined : autopays.get(line.id);
    const shown: Autopay | undefined = autopay && { ...autopay, hasCard };
    return {
      line,
      name: isOneOfMany ? nameOf(line, who.language, severalNew) : say(who.language, 'your line'),
      now: app.clock.now(),
      brand: who.brand,
      language: who.language,
      can,
      portOut: portOuts.get(line.id),
      autopay: shown,
      bankUrl: orders.find((one) => one.lineId === line.id)?.redirectUrl,
      data: data.get(line.id),
      hasAddress: linesOf.get(line.id)?.hasAddress ?? true,
      role,
    };
  });
  const ranked = rows.flatMap((row) =>
    standings.flatMap((seen) => {
      const found = row(seen);
      return found && (!seen.role || toldTo[found.code].includes(seen.role))
        ? [{ ...said(who, seen.name, found), lineId: seen.line.id }]
        : [];
    }),
  );
  const ofNewLines = orders.flatMap((one) =>
    one.lineId === undefined && one.redirectUrl !== undefined
      ? [said(who, '', atBank(one.redirectUrl, one.item))]
      : [],
  );
  return {
    needs: [...ofNewLines, ...ranked],
    data: standings.flatMap(({ line, data, role }) =>
      data && mayDo(role, 'use') ? [{ lineId: line.id, ...data }] : [],
    ),
  };
}

/** Somebody has it; an invitation alone changes nothing. */
const roleIn = ({ household }: Line): LineRole | undefined =>
  household?.invited ? undefined : household?.as;

/** Another customer offers it: nothing is late without it. */
const lineOffered = ({ brand, language }: Customer, until: Date): Row => ({
  code: 'line_offered',
  text: 'A phone line is offered to you. You can accept it until {date}.',
  values: { date: dateAlone(until, brand.timeZone, language) },
  action: { text: 'See the line', to: handoversPage },
  ownersOnly: true,
});

/** Another customer gives it: nothing is late without it. */
const invitedTo = ({ brand, language }: Customer, until: Date): Row => ({
  code: 'invited',
  text: 'You are invited to have a phone line. You can accept it until {date}.',
  values: { date: dateAlone(until, brand.timeZone, language) },
  action: { text: 'See the line', to: householdPage },
  ownersOnly: true,
});

const atBank = (to: string, item: string): Row => ({
  code: 'bank_confirmation',
  text: 'Your bank wants you to confirm the payment for {item}.',
  values: { item },
  action: { text: 'Go to your bank', to },
  ownersOnly: true,
});

function said(
  { language, agent }: Customer,
  line: string,
  { code, text, more = [], values, action, ownersOnly }: Row,
): Need {
  const isShown = action && !(agent && ownersOnly);
  return {
    code,
    message: [text, ...more].map((one) => say(language, one, { line, ...values })).join(' '),
    ...(isShown && { action: { text: say(language, action.text), to: action.to } }),
  };
}

const isNew = ({ nickname, mdn, plan }: Line) => nickname === plan.retailName && !mdn;

/** A new line has its plan's name, which says nothing, unless there are several (P03). */
function nameOf(line: Line, language: string, severalNew: boolean): string {
  const { nickname, mdn, plan } = line;
  if (isNew(line)) {
    const { retailName } = plan;
    return severalNew
      ? say(language, 'your new line with {plan}', { plan: retailName })
      : say(language, 'your new line');
  }
  const own = nickname === plan.retailName ? '' : nickname;
  return own || phone(mdn);
}
