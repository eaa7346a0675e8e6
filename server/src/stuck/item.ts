import type { MendingAction, StuckKind } from '@portside/contract/stuck';

/** Something that hangs, and what can mend it. */
export interface StuckItem {
  /** `<kind>.<subject>`: the same as long as it hangs. */
  readonly id: string;
  readonly kind: StuckKind;
  /** The id of the order, port-in, job … */
  readonly subject: string;
  readonly since: Date;
  /** For people who work here. */
  readonly reason: string;
  readonly customerId?: string | undefined;
  readonly actions: readonly MendingAction[];
}

export const itemOf = (item: Omit<StuckItem, 'id'>): StuckItem => ({
  ...item,
  id: `${item.kind}.${item.subject}`,
});

/** A stranger's words, on one line. */
export const oneLine = (text: string) =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
