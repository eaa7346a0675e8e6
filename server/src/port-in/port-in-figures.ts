import * as store from './figure-store.ts';

/** How port-ins came out, day by day. */
export const outcomesByDay = store.outcomesByDay;
