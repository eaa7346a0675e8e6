import * as calls from '@portside/contract/checkout';
import { listPrices as listPricesCall } from '@portside/contract/plans';
import { serve } from '../http/serve.ts';
import { perAccount, perNetwork } from '../limits/rules.ts';
import { confirmPayment, placeOrder, quotePlan, viewOrder } from './checkout.ts';
import { listOpenOrders } from './open-orders.ts';
import { listPrices } from './prices.ts';

export const routes = [
  serve(calls.askQuote, quotePlan, {
    limits: [
      { by: ['browser'], points: 150, minutes: 15 },
      perAccount(300, 15),
      perNetwork(300, 15),
    ],
  }),
  serve(listPricesCall, listPrices),
  serve(calls.placeOrder, placeOrder, {
    // Against card testing.
    limits: [perAccount(40, 15), perNetwork(120, 15)],
  }),
  serve(calls.listOpenOrders, listOpenOrders),
  serve(calls.confirmPayment, confirmPayment),
  serve(calls.viewOrder, viewOrder),
];
