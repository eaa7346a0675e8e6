import type * as calls from '@portside/contract/line-separation';
import type { OutputOf, ParsedInputOf, ReasonOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import * as codes from '../codes/codes.ts';
import type { Query, Tx } from '../db/database.ts';
import { inOneSegment } from '../emails/brief.ts';
import { Refused, refused } from '../http/no.ts';
import type { Visitor } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import { countGuess, isWithin } from '../limits/limits.ts';
import { viewAnyRenewable } from '../lines/renewable.ts';
import { withMinimumTime } from '../sign-in/minimum-time.ts';
import { say } from '../words/say.ts';
import { findByLink, lockByLink } from './by-link.ts';
import { lineOfNumber } from './looking.ts';
import { openLines, type OpenedLine } from './sealed.ts';
import { hasTexts, shownTo } from './shown.ts';
import * as store from './store.ts';
import { lookAtWhole } from './whole.ts';

type Text = typeof calls.textSeparationCode;
type Prove = typeof calls.proveSeparationLine;

interface AskedText {
  id: string;
  position: number;
  codeId: string;
}

/** Once: the code can't be said again, and whoever waits asks for another one. */
export const textLineCode = defineJob<AskedText>('text-line-code', { retryLimit: 0 });

/** Of one line in one request; of others its answer says nothing. */
const MOST_AN_HOUR = 3;

/** To one phone, whoever asks: ten a day, the last three of them for requests that are whole. */
const forAll = [
  { name: 'line-texts-hour', points: 3, minutes: 60 },
  { name: 'line-texts-day', points: 7, minutes: 1440 },
] as const;
const forWhole = [{ name: 'line-texts-whole', points: 3, minutes: 1440 }] as const;

/** Names neither a number nor a line. */
const keyOf = (line: Pick<store.LineRow, 'separation_id' | 'position' | 'tenant_id'>) =>
  ({
    tenant: line.tenant_id,
    purpose: 'separation_line',
    subject: `${line.separation_id}:${line.position}`,
  }) as const;

const lineIn = async (app: App, tx: Query, row: store.SeparationRow, number: string) =>
  openLines(app, await store.linesOf(tx, row.id)).find(
    (line) => line.number === number && line.line_id === null,
  );

/**
 * A job looks the line up later, so that neither answer nor time tells whether it is here. Past the
 * holder's consents, list of texts and daily count, where they would see it. @throws No `too_often`
 */
export function textSeparationCode(
  app: App,
  who: Visitor,
  { token, number }: ParsedInputOf<Text>,
): Promise<OutputOf<Text> | Refused<ReasonOf<Text>>> {
  return withMinimumTime(app, async () => {
    const known = await findByLink(app, app.db.query, who, token);
    if (known instanceof Refused) return known;
    if (known.state !== 'open') return refused('over');
    if (!hasTexts(app, who.tenant)) return refused('no_texts');
    const line = await lineIn(app, app.db.query, known, number);
    if (line) {
      const whose = [known.id, number];
      await countGuess(app, who, { name: 'line-code', whose, points: MOST_AN_HOUR, minutes: 60 });
      await app.db.transaction((tx) => askText(app, tx, line));
    }
    const sentence = 'If this number is with us, a code is on its way to it by text.';
    return { message: say(who.language, sentence) };
  });
}

async function askText(app: App, tx: Tx, line: OpenedLine): Promise<void> {
  const { separation_id: id, position } = line;
  const codeId = await codes.askCode(app, tx, { ...keyOf(line), address: '' });
  await app.jobs.enqueue(tx, textLineCode, { id, position, codeId });
}

export async function sendLineCode(app: App, asked: AskedText): Promise<void> {
  const made = await app.db.transaction((tx) => makeLineCode(app, tx, asked));
  if (!made) return;
  const { tenant, language, number, code } = made;
  const { product } = app.brands.byTenant(tenant);
  const sentence =
    'Your code is {code}. It’s good for 10 minutes. Nobody from {product} will ask you for it.';
  const body = inOneSegment(`${product}: ${say(language, sentence, { code, product })}`);
  const answer = await app.adapters.of(tenant).sms.send({ to: `+1${number}`, body });
  if (answer.kind !== 'sent') {
    app.log.warn({ id: asked.id, answer: answer.kind }, 'the code for a line was not taken');
  }
}

async function makeLineCode(app: App, tx: Tx, { id, position, codeId }: AskedText) {
  const row = await store.anySeparation(tx, id);
  if (row?.state !== 'open') return undefined;
  const line = openLines(app, await store.linesOf(tx, id)).find((one) => one.position === position);
  if (!line || line.line_id !== null) return undefined;
  const { tenant_id: tenant, language } = row;
  const { number } = line;
  const found = await lineOfNumber(tx, tenant, number);
  if (!found) return undefined;
  const known = await viewAnyRenewable(tx, found.lineId);
  if (known?.status !== 'active' || !(await mayText(app, tx, row, number))) return undefined;
  const code = await codes.makeCode(app, tx, { ...keyOf(line), id: codeId });
  if (code === undefined) return undefined;
  await store.changeLine(tx, line, { texted_line_id: found.lineId });
  return { tenant, language, number, code };
}

/** Past the limit nothing is sent, and nobody is told: else they would learn of another request. */
async function mayText(app: App, tx: Tx, row: store.SeparationRow, number: string) {
  const whom = { tenant: row.tenant_id, whose: [number] };
  if (await isWithin(app, tx, whom, forAll)) return true;
  return row.whole_at !== null && (await isWithin(app, tx, whom, forWhole));
}

/** Whoever has the phone uses the line, or holds it for who does. */
export function proveSeparationLine(
  app: App,
  who: Visitor,
  { token, number, otp }: ParsedInputOf<Prove>,
): Promise<OutputOf<Prove> | Refused<ReasonOf<Prove>>> {
  return app.db.transaction(async (tx) => {
    const row = await lockByLink(app, tx, who, token);
    if (row instanceof Refused) return row;
    const line = await lineIn(app, tx, row, number);
    if (!line) return refused('code_expired');
    const no = await codes.enterCode(app, tx, { ...keyOf(line), code: otp });
    if (no) return no;
    await store.changeLine(tx, line, {
      proven_at: app.clock.now(),
      proven_by: 'text',
      // Not of whose it became after the code was on its way.
      proven_line_id: line.texted_line_id,
    });
    const now = await lookAtWhole(app, tx, row);
    const message = say(who.language, 'Thank you. We know now that you have this phone.');
    return { message, separation: await shownTo(app, tx, now) };
  });
}
