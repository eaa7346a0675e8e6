import { hours, minutes } from '../../server/src/clock.ts';
import { openLedger, type Ledger } from './ledger.ts';
import type { Fault, Plan } from './plan.ts';
import { openPeople, type People } from './people.ts';
import type { World } from './world.ts';

/** What was done, for whoever reads the report. */
export interface Tally {
  people: number;
  seconds: number;
  kills: number;
  databaseStops: number;
  clockHours: number;
  readonly faults: Map<string, number>;
  readonly trouble: string[];
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const RESTART_MS = 500;

/** The plan, under load. When it ends all is mended, and nobody asks anything. */
export async function undergo(
  world: World,
  plan: Plan,
  { seconds, atOnce }: { seconds: number; atOnce: number },
): Promise<{ ledger: Ledger; tally: Tally; people: People }> {
  const ledger = openLedger();
  const tally: Tally = {
    people: 0,
    seconds,
    kills: 0,
    databaseStops: 0,
    clockHours: 0,
    faults: new Map(),
    trouble: [],
  };
  const people = openPeople(world, plan, ledger, atOnce);
  const began = Date.now();
  const running: Promise<void>[] = [];
  let database: Promise<unknown> = Promise.resolve();
  for (const fault of plan.faults) {
    await sleep(Math.max(0, began + fault.at - Date.now()));
    const name = nameOf(fault);
    tally.faults.set(name, (tally.faults.get(name) ?? 0) + 1);
    const run = happen(fault).catch((error: unknown) => {
      tally.trouble.push(`${name}: ${String(error)}`);
    });
    running.push(run);
  }
  await sleep(Math.max(0, began + seconds * 1000 - Date.now()));
  await Promise.all(running);
  await world.database.start();
  await people.stop();
  tally.people = people.came;
  return { ledger, tally, people };

  /** One at a time: the server is one. */
  function withDatabase(work: () => Promise<void>): Promise<void> {
    const next = database.then(work, work);
    database = next.catch(() => {});
    return next;
  }

  async function happen(fault: Fault): Promise<void> {
    const { database: server, parts, wires, fronts } = world;
    switch (fault.kind) {
      case 'kill':
        tally.kills += fault.who.length;
        await Promise.all(fault.who.map((name) => parts[name].kill(RESTART_MS + fault.lasts)));
        return;
      case 'database':
        return withDatabase(async () => {
          tally.databaseStops += 1;
          await server.stop(fault.how);
          await sleep(fault.lasts);
          await server.start();
        });
      case 'disk':
        return withDatabase(async () => {
          const { disk } = server;
          if (!disk) return;
          try {
            await disk.fill();
            await sleep(fault.lasts);
          } finally {
            await disk.free();
          }
          // Out of room it may have given up.
          await server.start();
        });
      case 'wire':
        wires[fault.who].set(fault.mood);
        await sleep(fault.lasts);
        return wires[fault.who].set('well');
      case 'provider':
        fronts[fault.of].set(fault.mood, fault.share);
        if (fault.of === 'payment' && fault.mood === 'lying')
          world.stripe.breakNext('fails_after', 2);
        await sleep(fault.lasts);
        return fronts[fault.of].set('well');
      case 'mail':
        world.setMail(fault.mood);
        await sleep(fault.lasts);
        return world.setMail('well');
      case 'notices':
        world.setNotices(fault.mood);
        await sleep(fault.lasts);
        return world.setNotices('well');
      case 'clock':
        tally.clockHours += fault.hours;
        // As far as somebody would be without a computer, a day at most.
        for (let left = fault.hours; left > 0; left -= 12) {
          await world.move(hours(Math.min(12, left)));
          await sleep(400);
        }
        return;
    }
  }
}

const SETTLES_MS = 600_000;
const STEP_MINUTES = 5;

/**
 * Until nothing is under way: the clock goes on by minutes, and no job waits for its next try.
 * @returns seconds
 */
export async function settle({ database, move, ready }: World): Promise<number> {
  const began = Date.now();
  await ready();
  let quiet = 0;
  while (quiet < 3 && Date.now() < began + SETTLES_MS) {
    await move(minutes(STEP_MINUTES));
    await sleep(1000);
    await database.query(`update pgboss.job set start_after = now()
      where state = 'retry' and start_after > now()`);
    await sleep(2000);
    const [row] = await database.query<{ open: number }>(`select
      (select count(*) from pgboss.job where name <> 'given-up' and name not like '\\_\\_pgboss%'
        and (state in ('active', 'retry') or (state = 'created' and start_after <= now())))::int
      + (select count(*) from orders where status not in ('paid', 'declined', 'cancelled', 'refunded'))::int
      + (select count(*) from lines where status not in ('active', 'suspended', 'ended'))::int
      + (select count(*) from refunds where status in ('requested', 'pending'))::int
      + (select count(*) from port_ins
        where status not in ('draft', 'completed', 'cancelled', 'expired', 'failed'))::int as open`);
    quiet = row?.open === 0 ? quiet + 1 : 0;
  }
  return (Date.now() - began) / 1000;
}

export function nameOf(fault: Fault): string {
  switch (fault.kind) {
    case 'kill':
      return fault.who.length > 1 ? 'both workers killed' : `${fault.who[0]} killed`;
    case 'database':
      return fault.how === 'fast' ? 'database restarted' : 'database without power';
    case 'disk':
      return 'disk full';
    case 'wire':
      return `connections ${typeof fault.mood === 'string' ? fault.mood : 'delayed'}`;
    case 'provider':
      return `${fault.of} ${fault.mood}`;
    case 'mail':
      return `mail ${fault.mood}`;
    case 'notices':
      return `notices ${fault.mood}`;
    case 'clock':
      return 'clock moved';
  }
}
