import { dateAndTime } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { Stopped } from '@portside/contract/safety';
import { type Person, viewPerson } from '../account/person.ts';
import { warnOwner } from '../account/warn-owner.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { pageAddress, writeEmail, type Written } from '../emails/email.ts';
import type { Owner } from '../http/who.ts';
import { isToEnd } from '../lines/endings.ts';
import { linesOf } from '../lines/lines.ts';
import { givenTo } from '../lines/members.ts';
import { isAtCarrier } from '../number-change/stopping.ts';
import { lockPause, noteTold, pauseOf, stoppedBy } from '../safety/pauses.ts';
import { say } from '../words/say.ts';
import { makeSafe } from './make-safe.ts';

/** Stops what has begun, and tells the owner of a line once, and of more that was stopped. */
export async function makePausedSafe(app: App, owner: Owner): Promise<void> {
  const pause = await pauseOf(app, app.db.query, owner);
  if (!pause) return;
  await makeSafe(app, owner, stoppedBy(pause.why));
  const lines = await linesOf(app, owner);
  const given = await givenTo(app.db.query, owner);
  if (given.length === 0 && !lines.some(({ status }) => status !== 'ended')) return;
  const still = await goingOn(app, await viewPerson(app.db.query, owner));
  await app.db.transaction(async (tx) => {
    const now = await lockPause(app, tx, owner);
    if (!now || (now.told !== null && now.told >= now.stopped.length)) return;
    const brand = app.brands.byTenant(owner.tenant);
    const person = await viewPerson(tx, owner);
    await warnOwner(app, tx, brand, person, pausedEmail(brand, person, now, still));
    await noteTold(tx, owner, now.stopped.length);
  });
}

export const stoppedLabels: Readonly<Record<Stopped['what'], string>> = {
  sim_replacement: 'New SIM, stopped',
  number_change: 'Number change, stopped',
  unlocking: 'Locked again',
  transfer_pin: 'Transfer PIN, ended',
  port_out: 'Transfer to another carrier, refused',
  port_in: 'Transfer to your line, stopped',
  ending: 'Planned end of the line, canceled',
  handover: 'Offer to another account, taken back',
  invitation: 'Invitation to a line, taken back',
};

/** What is not stopped here: the network decides, or it was planned before. */
async function goingOn(
  app: App,
  { language, owner }: Person,
): Promise<(readonly [label: string, value: string])[]> {
  const rows: (readonly [string, string])[] = [];
  for (const { id, mdn, status } of await linesOf(app, owner)) {
    if (status === 'ended') continue;
    const number = phone(mdn);
    if (await isAtCarrier(app, id))
      rows.push([say(language, 'Number change, already at the network'), number]);
    if (await isToEnd(app.db.query, id))
      rows.push([say(language, 'Still planned: the line ends'), number]);
  }
  return rows;
}

const inText = {
  brief: 'Your numbers and SIMs stay where they are until {time}. Not you? Call {phone} now.',
};

function pausedEmail(
  brand: Brand,
  { id: to, language, called: firstName }: Person,
  { until, stopped }: { until: Date; stopped: readonly Stopped[] },
  still: readonly (readonly [label: string, value: string])[],
): Written {
  const reader = { brand, language };
  return writeEmail(reader, {
    subject: 'Your numbers and SIMs stay where they are until {time}',
    lines: [
      'Hi {firstName},',
      'Your account was changed a short time ago. To be safe, your numbers and SIMs can’t be moved until {time}.',
      'If you made the change, there’s nothing to do. If you didn’t, call us right away: {phone}.',
    ],
    rows: [
      ...stopped.map(
        ({ what, number }) => [say(language, stoppedLabels[what]), phone(number)] as const,
      ),
      ...still,
    ],
    link: { label: 'Go to my account', url: pageAddress(reader, '/dashboard') },
    urgent: true,
    brief: { to, about: 'security', sentence: inText.brief },
    values: { firstName, time: dateAndTime(until.toISOString(), brand.timeZone, language) },
  });
}
