import { register } from '@portside/contract/sign-in';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/database.ts';
import { seedLine } from '../../seed/lines.ts';
import { handlers } from '../../slices.ts';
import { Failed, type Caller } from '../caller.ts';
import { openTestApp, type TestApp } from '../test-app.ts';

/** A product whose clock stands still until it is set, with nobody who works by themselves. */
export interface Stage {
  readonly test: TestApp;
  readonly app: App;
  now(): Date;
  set(to: Date): void;
  /** Does what a schedule would. */
  run(job: string): Promise<void>;
  inOne<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /** Somebody who registers now. */
  person(): Promise<Person>;
  /** Whose name is enough: always the same one. */
  anybody(): Promise<Person>;
  /** Another token for them. */
  again(person: Person): Promise<Caller>;
  /** A line that works, paid for from now on. @returns its id */
  line(person: Person): Promise<string>;
  /** The session's proof is as fresh as it can be. */
  prove(person: Person): Promise<void>;
  rows(statement: ReturnType<typeof sql<Record<string, unknown>>>): Promise<Row[]>;
}
type Row = Record<string, unknown>;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly caller: Caller;
}

const password = 'Anchor7!';
const names = { firstName: 'Noa', lastName: 'Newcomer' };

export async function openStage(): Promise<Stage> {
  let now = new Date('2026-11-22T15:00:00Z');
  let count = 0;
  const test = await openTestApp({
    config: { roles: new Set(['api']) },
    overrides: { clock: { now: () => now } },
  });
  const { app } = test;
  const { query } = app.db;
  const person = async (): Promise<Person> => {
    count += 1;
    const email = `calendar${count}@example.com`;
    await sql`delete from limits`.execute(query);
    const passwords = { regPassword: password, confirmRegPassword: password };
    const { token } = await test.anyone.call(register, { ...names, email, ...passwords });
    const { rows } = await sql<{ id: string }>`
      update customers set email_verified = true where email = ${email} returning id`.execute(
      query,
    );
    return { id: rows[0]?.id ?? '', email, caller: test.with(token) };
  };
  let anybody: Promise<Person> | undefined;
  return {
    test,
    app,
    person,
    anybody: () => (anybody ??= person()),
    now: () => now,
    set(to) {
      now = to;
    },
    async run(job) {
      const handler = handlers.find((one) => one.job.name === job);
      if (!handler) throw new Error(`No job ${job}`);
      await handler.run(app, {});
    },
    inOne: (act) => app.db.transaction(act),
    async again({ email }) {
      await sql`delete from limits`.execute(query);
      return test.as(email, password);
    },
    line({ id }) {
      count += 1;
      const mdn = `21255580${String(count).padStart(2, '0')}`;
      const seeded = { mdn, zipCode: '10038', daysAgo: 0 };
      return app.db.transaction((tx) => seedLine(app, tx, app.brands.first, id, seeded));
    },
    async prove({ id }) {
      await sql`update sessions set proven_at = ${now}, proof_at = ${now}, proof_by = 'password'
        where customer_id = ${id}`.execute(query);
    },
    async rows(statement) {
      return (await statement.execute(query)).rows;
    },
  };
}

/** What is promised for a time, and what shows that the time is over. */
export interface Promised {
  /** Milliseconds. */
  readonly lasts: number;
  /** How texts tell it, where that is another length. */
  readonly said?: readonly number[];
  /** As the code has it. */
  readonly home: string;
  /** Begins now. @returns is it over? */
  begin(stage: Stage): Promise<() => Promise<boolean>>;
}

/** Of a function of moments alone. */
export const pure =
  (isOver: (from: Date, now: Date) => boolean): Promised['begin'] =>
  async (stage) => {
    const from = stage.now();
    return async () => isOver(from, stage.now());
  };

/** Was it there, and is it gone after its job? */
export const keptBy =
  (job: string, table: string, make: (stage: Stage, id: string) => Promise<unknown>) =>
  async (stage: Stage) => {
    const id = `kept ${table}`;
    await make(stage, id);
    return async () => {
      await stage.run(job);
      const found = await stage.rows(sql`select from ${sql.table(table)} t
        where t::text like ${`%${id}%`}`);
      return found.length === 0;
    };
  };

/** A reason of a refusal, or `undefined` for an answer. @throws what is no refusal */
export const reasonOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof Failed)) throw error;
      return error.problem.reason ?? error.problem.code;
    },
  );
