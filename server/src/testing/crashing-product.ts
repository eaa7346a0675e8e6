import type { Adapters } from '../app.ts';
import { readConfig } from '../settings/config.ts';
import type { Database } from '../db/database.ts';
import { start } from '../process/start.ts';

/**
 * The product in a process of its own that kills itself, as a power cut would, at the moment that
 * CRASH_AT names: `<adapter>.<verb>:before`, `…:after`, `transaction:before` (its commit) or
 * `transaction:after`, the CRASH_HIT-th time it comes by.
 */
const point = process.env['CRASH_AT'] ?? '';
let hitsLeft = Number(process.env['CRASH_HIT'] ?? 1);

function passing(name: string): void {
  if (name !== point) return;
  hitsLeft -= 1;
  if (hitsLeft <= 0) process.kill(process.pid, 'SIGKILL');
}

function fragile<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, verb, receiver) {
      const value: unknown = Reflect.get(target, verb, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        passing(`${name}.${String(verb)}:before`);
        const answer: unknown = value.apply(target, args);
        if (!(answer instanceof Promise)) return answer;
        return answer.finally(() => passing(`${name}.${String(verb)}:after`));
      };
    },
  });
}

const fragileAdapters = (adapters: Adapters): Adapters => ({
  ...adapters,
  payment: fragile('payment', adapters.payment),
  carrier: fragile('carrier', adapters.carrier),
  mail: fragile('mail', adapters.mail),
});

const fragileDatabase = (db: Database): Database => ({
  ...db,
  async transaction(work) {
    const answer = await db.transaction(async (tx) => {
      const done = await work(tx);
      passing('transaction:before');
      return done;
    });
    passing('transaction:after');
    return answer;
  },
});

const running = await start(readConfig(), { adapters: fragileAdapters, database: fragileDatabase });
process.once('SIGTERM', () => {
  void running.close().then(() => process.exit(0));
});
process.stdout.write(`listening ${running.address}\n`);
