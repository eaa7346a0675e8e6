import type { Stopped } from '@portside/contract/safety';
import { phone } from '@portside/contract/phone';
import { type Person, viewPerson } from '../account/person.ts';
import { warnOwner } from '../account/warn-owner.ts';
import type { App, HandedIn } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import type { Tx } from '../db/database.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import { stopInvitation } from '../household/giving.ts';
import type { Owner } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { takeBackSince } from '../line-ending/end-line.ts';
import { type Begun, begunBy } from '../line-guard/begun.ts';
import { stopOffer } from '../line-handover/offering.ts';
import { freezeNumberJob } from '../line-locks/set-locks.ts';
import { lockAgain } from '../line-locks/lock-again.ts';
import { linesOf } from '../lines/lines.ts';
import { givenTo } from '../lines/members.ts';
import {
  lockFreeGivenLines,
  lockFreeSimLines,
  lockSimLine,
  type SimLine,
} from '../lines/sim-moves.ts';
import { stopUnasked } from '../number-change/stopping.ts';
import { stopOntoLine } from '../port-in/cancelling.ts';
import { endPin } from '../port-out/open-port-out.ts';
import { stopAnybodys } from '../sim-replacement/stopping.ts';
import { say } from '../words/say.ts';
import { stoppedLabels } from './pausing.ts';

/** Lines that were held when the browser was logged out: its own call may have been the holder. */
export const browserLoggedOut = defineJob<{
  tenant: number;
  customerId: string;
  sessionId: string;
}>('browser-logged-out');

/** However long ago. */
const EVER = new Date(0);

export const stopBegunBy: HandedIn['stopBegunBy'] = async (app, tx, owner, sessionId) => {
  const stopped: Stopped[] = [];
  const given = await lockFreeGivenLines(tx, owner);
  for (const line of [...(await lockFreeSimLines(tx, owner)), ...given]) {
    const begun = await begunBy(tx, line.id, sessionId);
    if (begun.has('port_in')) stopped.push(...(await stopPortIns(app, tx, line, false)));
    stopped.push(...(await stopBegun(app, tx, line, begun)));
  }
  await tell(app, tx, owner, stopped);
  const { tenant, customerId } = owner;
  await app.jobs.enqueue(tx, browserLoggedOut, { tenant, customerId, sessionId });
  return stopped.length > 0;
};

/** Once more, and waits for whoever holds a line. Harmless when repeated. */
export async function stopLeftBy(app: App, owner: Owner, sessionId: string): Promise<void> {
  const given = await givenTo(app.db.query, owner);
  const ids = [
    ...(await linesOf(app, owner)).map(({ id }) => id),
    ...given.map((one) => one.lineId),
  ];
  for (const id of ids) {
    const found = await app.db.transaction(async (tx) => {
      const line = await lockSimLine(tx, id);
      if (!line || line.status === 'ended') return undefined;
      const begun = await begunBy(tx, id, sessionId);
      await tell(app, tx, owner, await stopBegun(app, tx, line, begun));
      return begun.has('port_in') ? line : undefined;
    });
    if (!found) continue;
    // Who moves a number locks that before its line.
    await app.db.transaction(async (tx) => {
      await tell(app, tx, owner, await stopPortIns(app, tx, found, true));
    });
  }
}

async function stopPortIns(app: App, tx: Tx, line: SimLine, waits: boolean): Promise<Stopped[]> {
  if (!line.mdn) return [];
  const numbers = await stopOntoLine(app, tx, line.owner, { lineId: line.id, since: EVER, waits });
  return numbers.map((number) => ({ what: 'port_in', number }));
}

/** Its line is locked. */
async function stopBegun(
  app: App,
  tx: Tx,
  line: SimLine,
  begun: ReadonlySet<Begun>,
): Promise<Stopped[]> {
  const stopped: Stopped['what'][] = [];
  // The number may be leaving already, with the PIN or because of the open lock.
  const leaves = begun.has('number_unlock') || begun.has('transfer_pin');
  const locks = { sim: begun.has('sim_unlock'), number: leaves };
  if (begun.has('sim_replacement') && (await stopAnybodys(app, tx, line, 'customer')))
    stopped.push('sim_replacement');
  if (begun.has('number_change') && (await stopUnasked(app, tx, line)))
    stopped.push('number_change');
  if (await lockAgain(app, tx, line, locks)) stopped.push('unlocking');
  if (leaves && (await endPin(app, tx, line.id))) stopped.push('transfer_pin');
  if (begun.has('ending') && (await takeBackSince(app, tx, line, EVER))) stopped.push('ending');
  if (begun.has('handover') && (await stopOffer(app, tx, line.id))) stopped.push('handover');
  if (begun.has('invitation') && (await stopInvitation(app, tx, line.id)))
    stopped.push('invitation');
  if (leaves) await app.jobs.enqueue(tx, freezeNumberJob, { lineId: line.id });
  return stopped.map((what) => ({ what, number: line.mdn }));
}

async function tell(app: App, tx: Tx, owner: Owner, stopped: readonly Stopped[]): Promise<void> {
  if (stopped.length === 0) return;
  const brand = app.brands.byTenant(owner.tenant);
  const person = await viewPerson(tx, owner);
  await warnOwner(app, tx, brand, person, stoppedEmail(brand, person, stopped));
}

function stoppedEmail(
  brand: Brand,
  { language, called: firstName }: Person,
  stopped: readonly Stopped[],
): Written {
  const reader = { brand, language };
  return writeEmail(reader, {
    subject: 'We stopped what the logged-out browser had started',
    lines: [
      'Hi {firstName},',
      'A browser was logged out of your {product} account in the settings. We stopped what it had started on your lines, as shown below.',
      'If you started it yourself, you can start it again anytime. If someone else was in that browser, change your password now, or they could log in again. Questions? Call us: {phone}.',
    ],
    rows: stopped.map(
      ({ what, number }) => [say(language, stoppedLabels[what]), phone(number)] as const,
    ),
    link: { label: 'Change my password', url: pageAddress(reader, '/dashboard/setting') },
    urgent: true,
    values: { firstName },
  });
}
