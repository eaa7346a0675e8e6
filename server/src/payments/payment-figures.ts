import * as store from './figure-store.ts';

/** Of whole days of a brand. */
export const { chargesByDay, refundsByDay } = store;

export const paidAt = store.paidAt;
