export { chargesByDay, paidAt, refundsByDay } from './figure-store.ts';
