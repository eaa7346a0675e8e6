import * as store from './figure-store.ts';

/** Of whole days of a brand. */
export const countActivated = store.activated;
export const countEnded = store.ended;
export const countRenewalsDue = store.due;
export const linesActivatedAtOnce = store.activatedAtOnce;

export const firstActivation = store.firstActivation;
