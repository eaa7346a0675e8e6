import { viewPerson } from '../account/person.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import type { TextAnswer, TextMessage } from '../adapters/sms/sms.ts';
import type { App } from '../app.ts';
import { days, hours, later, seconds } from '../clock.ts';
import type { SealedText } from '../emails/brief.ts';
import { type Owner, ownerOf } from '../http/who.ts';
import { noticeUrl } from './deliveries.ts';
import { isOnNewSim, othersNumbers, ownNumbers } from './own-numbers.ts';
import * as store from './store.ts';

/** Later it would be no news. */
const FRESH = hours(6);
/** Another worker's try may take so long. */
const TRY_TAKES = seconds(60);
const DAY = hours(24);
const MOST_A_DAY = 10;
/** Security may say more. */
const MOST_SECURITY_A_DAY = 20;
/** How long a number that was replaced still hears of security. */
const OLD_NUMBER_HEARS = days(7);

export async function sendTexts(app: App, text: SealedText): Promise<void> {
  if (later(new Date(text.at), FRESH) < app.clock.now()) return;
  const owner = await ownerNow(app, ownerOf(text.tenant, text.customerId));
  const body = app.secrets.open(text.sealed, `text:${text.id}`);
  const numbers = text.number ? [text.number] : await recipients(app, owner, text.about);
  const others = await othersNumbers(app, owner);
  for (const number of numbers) {
    // Somebody else has it now, and not only in a while.
    if (others.has(number)) continue;
    if (await isOnNewSim(app, owner, number)) continue;
    await sendOne(app, { ...text, customerId: owner.customerId }, number, body);
  }
}

/** The account may have been joined to another since. */
async function ownerNow(app: App, owner: Owner): Promise<Owner> {
  const { joinedTo } = await viewPerson(app.db.query, owner);
  return joinedTo ? ownerOf(owner.tenant, joinedTo) : owner;
}

/** Who agreed, as long as the number is theirs: numbers are given to others. */
async function recipients(
  app: App,
  owner: Owner,
  about: SealedText['about'],
): Promise<readonly string[]> {
  const now = app.clock.now();
  const consents = await store.consentsOf(app.db.query, owner.customerId);
  const open = consents.find(({ ended_at }) => ended_at === null);
  const isTheirs = open && (await ownNumbers(app, owner)).includes(open.number);
  if (open && !isTheirs) {
    const ended = { ended_at: now, ended_by: 'number' } as const;
    await store.endConsent(app.db.query, owner.customerId, open.number, ended);
  }
  const current = open && isTheirs ? [open.number] : [];
  if (about !== 'security') return current;
  const since = later(now, -OLD_NUMBER_HEARS);
  const before = consents.filter(
    (one) => one.ended_by === 'number' && (one.ended_at ?? now) > since,
  );
  const moved = open && !isTheirs ? [open.number] : [];
  const stopped = new Set(
    consents.filter((one) => one.ended_by === 'stop').map(({ number }) => number),
  );
  const all = new Set([...current, ...moved, ...before.map(({ number }) => number)]);
  return [...all].filter((number) => current.includes(number) || !stopped.has(number));
}

/** The service knows no keys: after a lost answer it is asked what it took. */
async function sendOne(app: App, text: SealedText, number: string, body: string): Promise<void> {
  const { sms } = app.adapters.of(text.tenant);
  const id = `${text.id}:${number}`;
  const now = app.clock.now();
  const begun = await begin(app, text, number, id);
  if (begun === 'enough' || (begun && begun.state !== 'sending')) return;
  if (begun && later(begun.begun_at, TRY_TAKES) > now) throw new OutsideFailure('sms', 'unknown');
  const url = noticeUrl(app.brands.byTenant(text.tenant));
  const message: TextMessage = { to: `+1${number}`, body, ...(url && { noticeUrl: url }) };
  const answer = await tried(
    app,
    id,
    async (): Promise<TextAnswer> => {
      const found = begun && (await sms.find(message, begun.begun_at));
      return found ? { kind: 'sent', ...found } : sms.send(message);
    },
    begun !== undefined,
  );
  await app.db.transaction(async (tx) => {
    await store.setText(tx, id, {
      state: answer.kind,
      ref: answer.kind === 'sent' ? answer.ref : null,
    });
    if (answer.kind !== 'stopped') return;
    const ended = { ended_at: app.clock.now(), ended_by: 'stop' } as const;
    await store.endConsent(tx, text.customerId, number, ended);
  });
  if (answer.kind === 'refused') {
    app.log.warn({ textId: text.id, reason: answer.reason }, 'a text message was refused');
  }
}

function begin(app: App, text: SealedText, number: string, id: string) {
  const now = app.clock.now();
  return app.db.transaction(async (tx) => {
    await store.lockTexts(tx, number);
    const known = await store.beginText(tx, {
      id,
      tenant_id: text.tenant,
      customer_id: text.customerId,
      number,
      about: text.about,
      state: 'sending',
      ref: null,
      begun_at: now,
    });
    if (known) return known;
    const most = text.about === 'security' ? MOST_SECURITY_A_DAY : MOST_A_DAY;
    if ((await store.countTexts(tx, number, later(now, -DAY))) <= most) return undefined;
    app.log.warn({ textId: text.id }, 'a number has had enough text messages for a day');
    await store.dropText(tx, id);
    return 'enough';
  });
}

/** What was not taken for certain may be sent again without asking. */
async function tried<T>(
  app: App,
  id: string,
  work: () => Promise<T>,
  isAgain: boolean,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const wasNotTaken = error instanceof OutsideFailure && error.outcome === 'not_done';
    if (wasNotTaken && !isAgain) await store.dropText(app.db.query, id);
    throw error;
  }
}
