import * as calls from '@portside/contract/payments';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { openCardPage, viewCardPage } from './card-setups.ts';
import { deleteCard, listCards, setPrimaryCard } from './cards.ts';
import { exportTransactions } from './history-csv.ts';
import { listTransactions, viewTransaction } from './history.ts';
import { downloadReceipt, printReceipt } from './receipts.ts';

export const routes = [
  serve(calls.listCards, listCards),
  serve(calls.deleteCard, deleteCard),
  serve(calls.setPrimaryCard, setPrimaryCard),
  serve(calls.openCardPage, openCardPage, { limits: [perAccount(20, 60)] }),
  serve(calls.viewCardPage, viewCardPage),
  serve(calls.listTransactions, listTransactions),
  serve(calls.exportTransactions, exportTransactions),
  serve(calls.viewTransaction, viewTransaction),
  serve(calls.printReceipt, printReceipt),
  serve(calls.downloadReceipt, downloadReceipt),
];
