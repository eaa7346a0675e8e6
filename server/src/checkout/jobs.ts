import type { App } from '../app.ts';
import { days, later, minutes } from '../clock.ts';
import { defineJob, handle, type Schedule } from '../jobs/jobs.ts';
import { sweep } from '../jobs/sweep.ts';
import type { OwnerNews } from '../payments/payments.ts';
import type { StoredStatus } from './order-status.ts';
import {
  applyRefund,
  cancelOrder,
  refundOrder,
  refundOrderJob,
  refundPart,
  refundPartJob,
  releaseNumber,
  releaseNumberJob,
} from './refunding.ts';
import {
  giveUpConfirmation,
  settleAndReschedule,
  settleOrder,
  settleOrderJob,
} from './settling.ts';
import * as quoteStore from './quote-store.ts';
import * as store from './store.ts';
import { fileTaxes, fileTaxesJob } from './tax-documents.ts';
import { lineRefused } from '../lines/activation.ts';
import { openParts } from '../payments/refunds.ts';

/** For orders whose job was given up. */
const finishOrders = defineJob('finish-orders');
/** For confirmations that never came. */
const giveUpConfirmations = defineJob('give-up-confirmations');
const dropQuotes = defineJob('drop-quotes');

const CONFIRMED_WITHIN = minutes(30);

export const orderNews: OwnerNews = {
  async paymentChanged(app, { id }) {
    await settleOrder(app, id);
  },
  refundChanged: applyRefund,
};

export const handlers = [
  handle(settleOrderJob, (app, { orderId }) => settleAndReschedule(app, orderId)),
  handle(refundOrderJob, (app, { orderId }) => refundOrder(app, orderId)),
  handle(refundPartJob, refundPart),
  handle(releaseNumberJob, (app, { orderId }) => releaseNumber(app, orderId)),
  handle(fileTaxesJob, (app, { orderId }) => fileTaxes(app, orderId)),
  handle(lineRefused, (app, { orderId }) => cancelOrder(app, orderId)),
  handle(finishOrders, async (app) => {
    const found = [
      ...(await leftBehind(app, ['placed'], minutes(2), settleOrder)),
      ...(await leftBehind(app, ['refunding'], minutes(2), refundOrder)),
      ...(await partsLeftBehind(app)),
    ];
    await finishAll(app, found);
  }),
  handle(giveUpConfirmations, async (app) => {
    await finishAll(app, await leftBehind(app, ['confirm'], CONFIRMED_WITHIN, giveUpConfirmation));
  }),
  handle(dropQuotes, (app) =>
    quoteStore.deleteQuotes(app.db.query, later(app.clock.now(), -days(1))),
  ),
];

export const schedules: Schedule[] = [
  { job: finishOrders, cron: '* * * * *' },
  {
    job: giveUpConfirmations,
    cron: '* * * * *',
    due: () => store.oldestOrder('confirm', CONFIRMED_WITHIN),
  },
  { job: dropQuotes, cron: '17 4 * * *', atEnd: true },
];

type LeftBehind = Awaited<ReturnType<typeof leftBehind>>;

const finishAll = (app: App, found: LeftBehind) =>
  sweep(app, found, ({ finish }) => finish(), 'an order could not be settled yet', {
    apart: ({ tenant }) => tenant,
  });

async function leftBehind(
  app: App,
  statuses: StoredStatus[],
  olderThan: number,
  act: (app: App, orderId: string) => Promise<unknown>,
) {
  const before = later(app.clock.now(), -olderThan);
  const found = await store.unfinishedOrders(app.db.query, statuses, before);
  return found.map(({ id, tenant_id: tenant }) => ({ id, tenant, finish: () => act(app, id) }));
}

async function partsLeftBehind(app: App) {
  const before = later(app.clock.now(), -minutes(2));
  const found = await openParts(app.db.query, 'order', before);
  return found.map(({ tenant, part: { id, attempt, number } }) => ({
    id,
    tenant,
    finish: () => refundPart(app, { orderId: id, attempt, number }),
  }));
}
