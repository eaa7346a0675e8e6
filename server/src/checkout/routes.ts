import {
  askQuote,
  confirmPayment,
  listOpenOrders,
  placeOrder,
  viewOrder,
} from '@portside/contract/checkout';
import { listPrices } from '@portside/contract/plans';
import { serve } from '../http/serve.ts';
import * as checkout from './checkout.ts';

export const routes = [
  serve(askQuote, ({ app, who, input }) => checkout.quotePlan(app, who, input)),
  serve(listPrices, ({ app, who, input }) => checkout.listPrices(app, who, input.zipCode)),
  serve(placeOrder, ({ app, who, input }) => checkout.placeOrder(app, who, input)),
  serve(listOpenOrders, async ({ app, who }) => ({
    orders: await checkout.listOpenOrders(app.db.query, who),
  })),
  serve(confirmPayment, ({ app, who, input }) => checkout.confirmPayment(app, who, input.payment)),
  serve(viewOrder, ({ app, who, input }) => checkout.viewOrder(app, who, input.id)),
];
