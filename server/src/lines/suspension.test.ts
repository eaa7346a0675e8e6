import { viewLine } from '@portside/contract/line-detail';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { passHours, withLine, type Noa } from '../testing/line-life.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { endLine, liftSuspension, suspendLine, type SuspensionReason } from './suspension.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ demoLines: false });
});
afterAll(() => app.close());

const suspend = (id: string, reason: SuspensionReason) =>
  app.app.db.transaction((tx) => suspendLine(app.app, tx, id, reason));
const lift = (id: string, reason: SuspensionReason) =>
  app.app.db.transaction((tx) => liftSuspension(app.app, tx, id, reason));

/** Once the carrier has it so, and the customer sees it. */
async function stands(noa: Noa, id: string, status: string, atCarrier: string) {
  const seen = await app.eventually(async () => {
    const line = await noa.call(viewLine, { id });
    const state = await app.adapters.carrier.viewLine({ msisdn: line.mdn });
    return line.status === status && state === atCarrier ? line : undefined;
  });
  return seen.statusReason;
}

test('a line with two reasons to be suspended works again when the last one is gone', async () => {
  const { noa, line } = await withLine(app);
  const { id } = line;
  expect(await suspend(id, 'unpaid')).toBe('asked');
  // At once, whatever the carrier does.
  expect((await noa.call(viewLine, { id })).status).toBe('suspended');
  expect(await suspend(id, 'blocked')).toMatch(/asked|done/);
  expect(await suspend(id, 'blocked')).toBe(false);
  expect(await stands(noa, id, 'suspended', 'suspended')).toBe('blocked');
  await lift(id, 'blocked');
  expect(await stands(noa, id, 'suspended', 'suspended')).toBe('unpaid');
  await lift(id, 'unpaid');
  expect(await stands(noa, id, 'active', 'active')).toBeUndefined();
});

test('a carrier that is down is told when it is back', async () => {
  const { noa, line } = await withLine(app);
  const carrier = (mode: string) =>
    app.fetch('/sandbox/carrier/break', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  await carrier('down');
  await suspend(line.id, 'blocked');
  expect((await noa.call(viewLine, { id: line.id })).status).toBe('suspended');
  await carrier('none');
  await passHours(app, 1);
  await stands(noa, line.id, 'suspended', 'suspended');
  await lift(line.id, 'blocked');
  await stands(noa, line.id, 'active', 'active');
});

test('[K13] unblocked while the carrier still blocks, a line works in the end', async () => {
  const { noa, line } = await withLine(app);
  const { carrier } = app.adapters;
  const { promise, resolve } = Promise.withResolvers<void>();
  const suspendNow = carrier.suspendLine.bind(carrier);
  const slow = vi.spyOn(carrier, 'suspendLine').mockImplementationOnce(async (which) => {
    await promise;
    return suspendNow(which);
  });
  await suspend(line.id, 'blocked');
  await app.eventually(async () => slow.mock.calls.length > 0 || undefined);
  await lift(line.id, 'blocked');
  await stands(noa, line.id, 'active', 'active');
  resolve();
  await app.eventually(async () => slow.mock.settledResults[0]?.type === 'fulfilled' || undefined);
  await stands(noa, line.id, 'active', 'active');
  slow.mockRestore();
});

test('a line that ends is given up at the carrier, unless its number has gone', async () => {
  const { noa, line } = await withLine(app);
  const gone = await withLine(app);
  const end = (id: string, isGone: boolean) =>
    app.app.db.transaction((tx) => endLine(app.app, tx, id, { isGone }));
  expect(await end(line.id, false)).toBe(true);
  expect(await end(line.id, false)).toBe(false);
  await stands(noa, line.id, 'ended', 'released');
  await end(gone.line.id, true);
  await passHours(app, 1);
  await stands(gone.noa, gone.line.id, 'ended', 'active');
  expect(await suspend(line.id, 'unpaid')).toBe(false);
});
