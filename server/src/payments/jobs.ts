import { days, later } from '../clock.ts';
import { defineJob, handle, type Handler, type Schedule } from '../jobs/jobs.ts';
import {
  closeOldPages,
  cardSetupChanged,
  nextPageOver,
  settleForgottenPages,
  settlePage,
} from './card-setups.ts';
import { cardChanged, detachCard, forgetCard, lookAtCard } from './cards.ts';
import { disputeChanged, lookAtDispute } from './disputes.ts';
import { fraudWarningChanged, lookAtFraudWarning } from './fraud-warnings.ts';
import { paymentChanged, refundChanged, routePayment, routeRefund } from './news.ts';
import type { Owners } from './owner.ts';
import { freezeReceipts } from './receipts.ts';
import { giveBackStrayJob, settleStray } from './stray-charges.ts';
import * as cardStore from './card-store.ts';
import * as noticeStore from './notice-store.ts';

const finishCardSetups = defineJob('finish-card-setups');
/** Of pages that nobody came back from. */
const closeCardSetups = defineJob('close-card-setups');
const freezeOldReceipts = defineJob('freeze-receipts');
const dropNotices = defineJob('drop-payment-notices');
const dropSetups = defineJob('drop-card-setups');

const NOTICES_KEPT = days(90);
const SETUPS_KEPT = days(90);

export const handlersFor = (owners: Owners): Handler[] => [
  handle(paymentChanged, (app, news) => routePayment(app, owners, news)),
  handle(giveBackStrayJob, (app, about) => settleStray(app, owners, about)),
  handle(refundChanged, (app, news) => routeRefund(app, owners, news)),
  handle(cardChanged, lookAtCard),
  handle(detachCard, forgetCard),
  handle(cardSetupChanged, settlePage),
  handle(disputeChanged, lookAtDispute),
  handle(fraudWarningChanged, lookAtFraudWarning),
  handle(finishCardSetups, settleForgottenPages),
  handle(closeCardSetups, closeOldPages),
  handle(freezeOldReceipts, freezeReceipts),
  handle(dropNotices, (app) =>
    noticeStore.dropNotices(app.db.query, later(app.clock.now(), -NOTICES_KEPT)),
  ),
  handle(dropSetups, (app) =>
    cardStore.dropSetups(app.db.query, later(app.clock.now(), -SETUPS_KEPT)),
  ),
];

export const schedules: Schedule[] = [
  { job: finishCardSetups, cron: '*/10 * * * *' },
  { job: closeCardSetups, cron: '*/10 * * * *', due: nextPageOver },
  { job: freezeOldReceipts, cron: '*/5 * * * *' },
  { job: dropNotices, cron: '29 4 * * *', atEnd: true },
  { job: dropSetups, cron: '33 4 * * *', atEnd: true },
];
