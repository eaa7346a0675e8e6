import { createServer } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startTrouble } from './start-trouble.ts';

/** A port that is taken, and the error of who wants it too. */
async function taken(): Promise<{ port: number; error: unknown }> {
  const first = createServer();
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void first.close());
  const { port } = first.address() as { port: number };
  const error = await new Promise((resolve) => {
    createServer().on('error', resolve).listen(port, '127.0.0.1');
  });
  return { port, error };
}

const connecting = async (connectionString: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
  } catch (error) {
    return error;
  }
  await client.end();
  return undefined;
};

test('a port that is taken is told in a sentence with what to do', async () => {
  const { port, error } = await taken();
  expect(startTrouble(error, port)).toBe(
    `Port ${port} is taken by another program. Stop that one, or set PORT to a free port.`,
  );
});

test('a database that is not there is told without a stack, and without its password', async () => {
  const free = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
  const error = await connecting(`postgres://me:hush@127.0.0.1:${free}/portside`);
  const told = startTrouble(new Error('The database is not ready', { cause: error }), 3000);
  expect(told).toContain('The database does not answer');
  expect(told).toContain('correct DATABASE_URL');
  expect(told).not.toContain('hush');
});

test('a wrong password and a name that is unknown are told apart; what nobody foresaw keeps its stack', () => {
  const of = (code: string) => startTrouble(Object.assign(new Error('no'), { code }), 3000);
  expect(of('28P01')).toContain('the user or the password is wrong');
  expect(of('3D000')).toContain('there is no database of that name');
  expect(of('42P01')).toBeUndefined();
  expect(startTrouble(new Error('a bug'), 3000)).toBeUndefined();
  const silent = new Error('timeout exceeded when trying to connect');
  expect(startTrouble(new Error('away', { cause: silent }))).toContain('does not answer in time');
});
