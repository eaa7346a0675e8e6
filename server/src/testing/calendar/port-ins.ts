import { sql } from 'kysely';
import { days } from '../../clock.ts';
import { delayOf } from '../../port-in/delay.ts';
import { portIn } from './kept.ts';
import { pure, type Promised, type Stage } from './stage.ts';

/** A port-in that waits for its customer. @returns what has become of it */
async function waiting(stage: Stage, status: string) {
  const id = `por ${stage.now().getTime()}`;
  await portIn({ status })(stage, id);
  return async () => {
    const [found] = await stage.rows(sql`
      select told, status, cancel_asked_at from port_ins where id = ${id}`);
    return found ?? {};
  };
}

const reminded =
  (mark: string): Promised['begin'] =>
  async (stage) => {
    const look = await waiting(stage, 'details_needed');
    return async () => {
      await stage.run('remind-port-ins');
      return String((await look())['told']).endsWith(mark);
    };
  };

const closed =
  (status: string): Promised['begin'] =>
  async (stage) => {
    const look = await waiting(stage, status);
    return async () => {
      await stage.run('expire-port-ins');
      return (await look())['status'] === 'expired';
    };
  };

export const ofPortIns: Readonly<Record<string, Promised>> = {
  'a port-in that is delayed is said to take two days': {
    lasts: days(2),
    home: 'TAKES = days(2)',
    begin: pure((at, now) => {
      const row = { status: 'delayed', cancel_asked_at: null, given_up_at: null } as const;
      return delayOf(row, [{ status: 'delayed', at }], now)?.isOver === true;
    }),
  },
  'a port-in that waits is reminded of after 7 days': {
    lasts: days(7),
    home: 'REMINDERS = [25, 7] as const',
    begin: reminded(' +7'),
  },
  'a port-in that waits is reminded of again after 25 days': {
    lasts: days(25),
    home: 'REMINDERS = [25, 7] as const',
    begin: reminded(' +25'),
  },
  'a port-in that nobody goes on with is closed after 30 days': {
    lasts: days(30),
    home: 'OPEN_FOR = days(30)',
    begin: closed('draft'),
  },
  'a port-in without its details is closed after 30 days': {
    lasts: days(30),
    home: 'OPEN_FOR = days(30)',
    begin: closed('details_needed'),
  },
  'a port-in that waits for a plan is closed after 30 days': {
    lasts: days(30),
    home: 'OPEN_FOR = days(30)',
    begin: closed('awaiting_plan'),
  },
};
