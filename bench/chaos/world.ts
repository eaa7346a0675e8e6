import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signAsSvix } from '../../server/src/adapters/carrier/svix-signature.ts';
import { signAsStripe } from '../../server/src/adapters/payment/stripe/signature.ts';
import { later } from '../../server/src/clock.ts';
import { gigsProject } from '../../server/src/testing/gigs/project.ts';
import { startGigsServer } from '../../server/src/testing/gigs/server.ts';
import { openMailServer } from '../../server/src/testing/mail-server.ts';
import { freePort } from '../../server/src/testing/pgbouncer.ts';
import { startStripe } from '../../server/src/testing/stripe/server.ts';
import { openPart, type Part } from '../cluster/part.ts';
import { ask, until } from '../cluster/waiting.ts';
import type { Chance } from '../fuzz/chance.ts';
import { openDatabase, type Database } from './database.ts';
import { openFront, openWire, type Front, type Wire } from './passage.ts';
import { processes, type MailMood, type NoticeMood, type ProcessName } from './plan.ts';
import type { Sabotage } from './sabotage.ts';

/** An email as it arrived; sent twice after a lost answer, it has one id. */
export interface Arrived {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** How many payments it is the receipt of. */
  readonly receipts: number;
}

/** The product as four processes, its database, its providers, and what lies between them. */
export interface World {
  readonly database: Database;
  readonly parts: Readonly<Record<ProcessName, Part>>;
  readonly addresses: readonly [string, string];
  readonly wires: Readonly<Record<ProcessName, Wire>>;
  readonly fronts: { readonly payment: Front; readonly carrier: Front };
  readonly stripe: Awaited<ReturnType<typeof startStripe>>;
  readonly gigs: ReturnType<typeof gigsProject>;
  readonly emails: readonly Arrived[];
  readonly delivered: { notices: number; repeated: number; lost: number };
  setMail(mood: MailMood | 'well'): void;
  setNotices(mood: NoticeMood | 'well'): void;
  /** A card of the carrier that nobody has. */
  freeSim(): string;
  /** What the authenticator app of an administrator of staff shows. */
  staffCode(): { email: string; code: string };
  now(): Date;
  /** Never while a request or a lease is: days do not pass within seconds of one. */
  move: (milliseconds: number) => Promise<void>;
  /** Starts all of it, the first one alone: it makes the tables. */
  open(): Promise<void>;
  ready: () => Promise<void>;
  /** @param keep logs and a dump of the database */
  close(keep?: boolean): Promise<void>;
}

const stripeKeys = {
  secretKey: 'sk_test_chaos',
  publishableKey: 'pk_test_chaos',
  webhookSecret: 'whsec_chaos',
};
const gigsKeys = { project: 'harbor-chaos', apiKey: 'gigs-chaos-key' };
const gigsSecret = Buffer.from('a webhook key of the chaos program');
interface StaffCode {
  readonly email: string;
  readonly role: string;
  readonly code: string;
}
const LOOK_MS = 250;
const HELD_MS = 6000;
/** So long one call of the product may take, its own repetitions with it. */
const IN_FLIGHT_MS = 30_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function openWorld(chance: Chance, sabotage: Sabotage): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portside-chaos-'));
  let moved = 0;
  const clock = path.join(folder, 'clock');
  const now = () => later(new Date(), moved);
  const setClock = (milliseconds: number) => {
    moved += milliseconds;
    writeFileSync(`${clock}.new`, String(moved));
    renameSync(`${clock}.new`, clock);
  };
  setClock(0);
  const database = await openDatabase(folder);
  await database.start();

  const stripe = await startStripe({ ...stripeKeys, now }, 0, { keptMs: IN_FLIGHT_MS });
  const gigs = gigsProject(now);
  const gigsServer = await startGigsServer(gigs, gigsKeys);
  for (const number of freshNumbers()) gigs.recycled.push(number);
  const emails: Arrived[] = [];
  let mailMood: MailMood | 'well' = 'well';
  const mail = await openMailServer({
    toText(read) {
      if (mailMood === 'wrong') return '451 try again later';
      const one = {
        id: read.messageId ?? randomUUID(),
        to: [read.to].flat()[0]?.text ?? '',
        subject: read.subject ?? '',
        receipts: [...(read.text ?? '').matchAll(/^Total: \$/gm)].length,
      };
      if (sabotage.takesEmail(one)) emails.push(one);
      return mailMood === 'lying' ? undefined : '250 ok';
    },
  });
  const mailWire = await openWire(Number(new URL(mail.url).port));
  const fronts = {
    payment: await openFront(stripe.url, chance, sabotage.payment),
    carrier: await openFront(gigsServer.url, chance, sabotage.carrier),
  };
  const wires = Object.fromEntries(
    await Promise.all(
      processes.map(async (name) => [name, await openWire(database.port)] as const),
    ),
  ) as Record<ProcessName, Wire>;

  const ports = { 'api-one': await freePort(), 'api-two': await freePort() };
  const settings = (name: ProcessName): Record<string, string> => ({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(name === 'api-one' || name === 'api-two' ? ports[name] : 0),
    PORTSIDE_ENV: 'trial',
    PORTSIDE_SEED: 'none',
    PORTSIDE_LOG: 'warn',
    PORTSIDE_ROLES: name.startsWith('api') ? 'web,api' : 'worker',
    PORTSIDE_ORIGIN: `http://127.0.0.1:${ports['api-one']}`,
    PORTSIDE_TRUST_PROXY: 'true',
    PORTSIDE_MASTER_KEYS: Buffer.alloc(32, 7).toString('base64'),
    PORTSIDE_DATA: path.join(folder, name),
    PORTSIDE_DB_CONNECTIONS: '8',
    DATABASE_URL: `postgres://postgres@127.0.0.1:${wires[name].port}/postgres`,
    STRIPE_SECRET_KEY__HARBOR: stripeKeys.secretKey,
    STRIPE_PUBLISHABLE_KEY__HARBOR: stripeKeys.publishableKey,
    STRIPE_WEBHOOK_SECRET__HARBOR: stripeKeys.webhookSecret,
    STRIPE_API_URL__HARBOR: fronts.payment.url,
    GIGS_PROJECT__HARBOR: gigsKeys.project,
    GIGS_API_KEY__HARBOR: gigsKeys.apiKey,
    GIGS_WEBHOOK_SECRET__HARBOR: `whsec_${gigsSecret.toString('base64')}`,
    GIGS_CHECK_USER__HARBOR: checkUser,
    GIGS_API_URL__HARBOR: fronts.carrier.url,
    MAIL_URL__HARBOR: `smtp://127.0.0.1:${mailWire.port}`,
    MAIL_FROM__HARBOR: 'care@harbor.example',
    CHAOS_CLOCK: clock,
    // No two machines have the same time.
    CHAOS_SKEW: String(chance.under(1500)),
  });
  const checkUser = gigs.addUser('checks@harbor.example');
  const part = (name: ProcessName) =>
    openPart({
      name,
      command: [
        process.execPath,
        '-r',
        path.resolve(import.meta.dirname, '../../server/src/process/compile-once.cjs'),
        path.join(import.meta.dirname, 'process.ts'),
      ],
      env: settings(name),
      log: path.join(folder, `${name}.log`),
    });
  const parts = Object.fromEntries(processes.map((name) => [name, part(name)])) as Record<
    ProcessName,
    Part
  >;
  const addresses = [
    `http://127.0.0.1:${ports['api-one']}`,
    `http://127.0.0.1:${ports['api-two']}`,
  ] as const;

  let noticeMood: NoticeMood | 'well' = 'well';
  const delivered = { notices: 0, repeated: 0, lost: 0 };
  const waiting: { at: number; send: () => Promise<boolean> }[] = [];
  const delivering = setInterval(() => void deliver(), LOOK_MS);

  /** As providers do: what nobody took comes again, in any order. */
  async function deliver(): Promise<void> {
    gigs.step();
    for (const { body } of stripe.work()) {
      queue('payment', body, () => ({
        'stripe-signature': signAsStripe(body, stripeKeys.webhookSecret, now()),
      }));
    }
    for (const { type, data, time } of gigs.takeEvents()) {
      const about = { object: 'event', type, data, project: gigsKeys.project, time };
      const body = JSON.stringify(about);
      const id = `msg_${randomUUID()}`;
      queue('carrier', body, () => signAsSvix(id, body, gigsSecret, now()));
    }
    const due = waiting.filter(({ at }) => at <= Date.now());
    for (const one of due) {
      waiting.splice(waiting.indexOf(one), 1);
      one.send().then(
        (taken) => taken || void waiting.push({ ...one, at: Date.now() + 2000 }),
        () => waiting.push({ ...one, at: Date.now() + 2000 }),
      );
    }
  }

  function queue(from: 'payment' | 'carrier', body: string, sign: () => Record<string, string>) {
    if (noticeMood === 'lost') return void (delivered.lost += 1);
    const send = async () => {
      const answer = await fetch(`${chance.of(addresses)}/app/notices/${from}/harbor`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...sign() },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      await answer.arrayBuffer();
      return answer.ok;
    };
    const held = () => Date.now() + (noticeMood === 'reordered' ? chance.under(HELD_MS) : 0);
    delivered.notices += 1;
    waiting.push({ at: held(), send });
    if (noticeMood !== 'repeated') return;
    delivered.repeated += 2;
    waiting.push({ at: Date.now(), send }, { at: Date.now() + chance.under(HELD_MS), send });
  }

  /** @returns false when it would have been in the middle of something */
  async function hasMoved(milliseconds: number): Promise<boolean> {
    const moves: number[] = [];
    await fronts.payment.between(() =>
      fronts.carrier.between(async () => {
        if (await isLeased()) return;
        setClock(milliseconds);
        moves.push(milliseconds);
      }),
    );
    return moves.length > 0;
  }

  /** Somebody has just taken a lease of five minutes, or of 45 seconds: maybe they still live. */
  async function isLeased(): Promise<boolean> {
    const [row] = await database
      .query<{ open: number }>(
        `select (select count(*) from gigs_requests
            where leased_until > $1::timestamptz + interval '5 minutes')::int
          + (select count(*) from port_ins
            where asking_until > $1::timestamptz + interval '45 seconds')::int as open`,
        [later(now(), -IN_FLIGHT_MS)],
      )
      .catch(() => [{ open: 1 }]);
    return row?.open !== 0;
  }

  async function ready(): Promise<void> {
    for (const address of addresses) {
      await until(`${address} is ready`, 60, () => ask(`${address}/readyz`));
    }
  }

  return {
    database,
    parts,
    addresses,
    wires,
    fronts,
    stripe,
    gigs,
    emails,
    delivered,
    now,
    async move(milliseconds) {
      const until = Date.now() + IN_FLIGHT_MS;
      while (!(await hasMoved(milliseconds)) && Date.now() < until) await pause(200);
    },
    staffCode() {
      const all = JSON.parse(readFileSync(`${clock}.staff`, 'utf8')) as StaffCode[];
      const one = all.find(({ role }) => role === 'admin');
      if (!one) throw new Error('Nobody of staff is there yet');
      return one;
    },
    setMail(mood) {
      mailMood = mood;
      const wire = { slow: { delay: 400 }, silent: 'silent', cut: 'cut' } as const;
      mailWire.set(mood === 'slow' || mood === 'silent' || mood === 'cut' ? wire[mood] : 'well');
    },
    setNotices: (mood) => void (noticeMood = mood),
    freeSim() {
      return gigs.addSim('pSIM').iccid;
    },
    async open() {
      parts['api-one'].start();
      await until('the first process is ready', 60, () => ask(`${addresses[0]}/readyz`));
      for (const name of processes) if (name !== 'api-one') parts[name].start();
      await ready();
      const plans = await database.query<{ id: string }>('select id from plans');
      for (const { id } of plans) gigs.addPlan(id);
    },
    ready,
    async close(keep = false) {
      clearInterval(delivering);
      await Promise.all(Object.values(parts).map((one) => one.stop(8000)));
      await stripe.close();
      await gigsServer.close();
      mail.close();
      for (const one of [...Object.values(wires), mailWire, ...Object.values(fronts)]) one.close();
      if (keep) await database.dump(path.join(folder, 'dump.sql'));
      await database.stop('immediate');
      await database.remove();
      if (keep) console.log(`The logs and a dump of the database lie in ${folder}`);
      else rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Gigs' are few, and come again. */
function* freshNumbers(): Generator<string> {
  const areas = ['212', '347', '516', '518', '585', '607', '631', '646', '716', '718'];
  for (const area of areas) {
    for (let exchange = 200; exchange < 300; exchange += 1) {
      for (let nr = 0; nr < 10; nr += 1)
        yield `+1${area}${exchange}01${String(nr).padStart(2, '0')}`;
    }
  }
}
