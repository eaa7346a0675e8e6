import { type RawBuilder, sql } from 'kysely';
import type { TestApp } from './test-app.ts';

type Product = Pick<TestApp, 'app'>;

/** These have ended, at the carrier too; nobody is told, and whatever time passes, nothing follows. */
async function end({ app }: Product, which: RawBuilder<unknown>): Promise<void> {
  const now = app.clock.now();
  await sql`with off as (update line_autopay set is_on = false where line_id in (${which}))
    update lines set status = 'ended', ended_at = ${now}, released_at = ${now}, carrier_suspended = false
    where id in (${which}) and status <> 'ended'`.execute(app.db.query);
}

/** For tests in which weeks pass and nobody asks for the demo's people. */
export const endDemoLines = (app: Product): Promise<void> => end(app, sql`select id from lines`);

/**
 * When the test is over the line has ended, so that the tests after it do not live through its
 * days as well. What was bought before a test began goes on.
 */
export async function endAfterTest(app: Product, lineId: string): Promise<void> {
  if (!process.env['VITEST']) return;
  const { onTestFinished } = await import('vitest');
  try {
    onTestFinished(async () => {
      // The product was opened in the test, and closed there.
      if (!app.app.leaving.signal.aborted) await end(app, sql`select ${lineId}`);
    });
  } catch {
    // Before the tests, for all of them.
  }
}
