import * as z from 'zod/mini';

/** What may hang (L06). */
export const stuckKind = z.enum([
  'payment',
  'refund',
  'activation',
  'port_in',
  'sim_change',
  'autopay',
  'dispute',
  'fraud_warning',
  'credit',
  'card_page',
  'email',
  'text',
  'number',
  'job',
  'books',
]);
export type StuckKind = z.infer<typeof stuckKind>;

/** What mends it. */
export const mendingAction = z.enum([
  'ask_again',
  'retry',
  'refund',
  'cancel',
  'paid_back',
  'forgive',
  /** A payment that its bank warns of stays as it is. */
  'leave',
]);
export type MendingAction = z.infer<typeof mendingAction>;

/** What staff do about who looks after it, and when. */
export const deskAction = z.enum(['take', 'release', 'snooze', 'wake', 'note']);
export type DeskAction = z.infer<typeof deskAction>;
