import {
  deleteCard,
  downloadReceipt,
  exportTransactions,
  listCards,
  listTransactions,
  openCardPage,
  printReceipt,
  setPrimaryCard,
  viewCardPage,
  viewTransaction,
} from '@portside/contract/payments';
import { Document } from '../http/document.ts';
import { serve } from '../http/serve.ts';
import * as payments from './payments.ts';

export const routes = [
  serve(listCards, async ({ app, who }) => ({
    cards: await payments.listCards(app.db.query, who.tenant, who.customerId),
  })),
  serve(deleteCard, ({ app, who, input }) => payments.dropCard(app, who, input)),
  serve(setPrimaryCard, ({ app, who, input }) => payments.setPrimary(app, who, input)),
  serve(openCardPage, ({ app, who }) => payments.openPage(app, who)),
  serve(viewCardPage, ({ app, who, input }) => payments.viewPage(app, who, input.sessionId)),
  serve(listTransactions, ({ app, who, input }) => payments.listHistory(app, who, input)),
  serve(
    exportTransactions,
    async ({ app, who, input }) => new Document(await payments.exportHistory(app, who, input)),
  ),
  serve(viewTransaction, ({ app, who, input }) => payments.viewPayment(app, who, input.id)),
  serve(
    printReceipt,
    async ({ app, who, input }) => new Document(await payments.printReceipt(app, who, input.id)),
  ),
  serve(
    downloadReceipt,
    async ({ app, who, input }) => new Document(await payments.downloadReceipt(app, who, input.id)),
  ),
];
