import * as z from 'zod/mini';

/** What a person was given a line as (P04). */
export const memberRole = z.enum(['user', 'manager']);
export type MemberRole = z.infer<typeof memberRole>;

/** Whoever may open a line: the holder of its account, or the person it was given to. */
export type LineRole = 'holder' | MemberRole;

/**
 * Who may do what with a line that was given to somebody (P04): the one table, for calls and for
 * pages. A line that nobody was given is its holder’s alone, and they may do all of it.
 */
export const lineActs = {
  /** Open it, name it, block it, and set its locks. */
  share: { holder: true, user: true, manager: true },
  /** Its usage and alerts, its SIM and eSIM, its 911 address, its health: not the holder’s to see. */
  use: { holder: false, user: true, manager: true },
  /** Its plan, its add-ons, its next 30 days. */
  pay: { holder: true, user: false, manager: true },
  /** What ends it, moves its number, or charges the holder’s cards by itself. */
  own: { holder: true, user: false, manager: false },
} as const satisfies Readonly<Record<string, Readonly<Record<LineRole, boolean>>>>;

export type LineAct = keyof typeof lineActs;

/** @param role undefined: nobody was given the line, and it is the customer’s own */
export const mayDo = (role: LineRole | undefined, act: LineAct): boolean =>
  role === undefined || lineActs[act][role];

/** Why a call about a line is refused by the table: what it adds to the endpoint’s own reasons. */
export function refusalsOfAct(act: LineAct): Readonly<Record<string, string>> {
  const { holder, user, manager } = lineActs[act];
  return {
    ...((!user || !manager) && { holder_only: holderOnly }),
    ...(!holder && { member_only: memberOnly }),
  };
}

export const holderOnly =
  'Only the one whose account this line is in can do this. Please ask them.';
export const memberOnly =
  'You gave this line to someone, so this is theirs. To do it yourself, take the line back on its page first.';

/** As a line shows it. Absent: nobody was given it, and it is offered to nobody. */
export const lineHousehold = z.object({
  /** What the one who asks is to this line. */
  as: z.enum(['holder', 'user', 'manager']),
  /** Who has it: the holder’s eyes alone. Absent while it is only offered. */
  member: z.optional(z.object({ name: z.string(), email: z.string(), role: memberRole })),
  /** An invitation that is open: the holder’s eyes alone. */
  invited: z.optional(z.object({ email: z.string(), role: memberRole, until: z.string() })),
  /** First name of the holder: for the one it was given to. */
  holder: z.optional(z.string()),
});
export type LineHousehold = z.infer<typeof lineHousehold>;

/** Of the table, for a line as it is shown. While somebody is only invited, all of it is the holder’s. */
export const roleOn = ({
  household,
}: {
  readonly household?: LineHousehold | undefined;
}): LineRole | undefined =>
  household?.as === 'holder' && !household.member ? undefined : household?.as;
