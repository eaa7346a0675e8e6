export const staffRoles = ['viewer', 'agent', 'billing', 'admin'] as const;
export type StaffRole = (typeof staffRoles)[number];

/** What a path's `id` may be of, so that the customer it belongs to is found. */
export type Named = 'customer' | 'line' | 'order' | 'port_in';

export const everybody: readonly StaffRole[] = staffRoles;
/** Speak with customers, and act for them. */
export const agents: readonly StaffRole[] = ['agent', 'admin'];
/** Ask for money to be given. */
export const askers: readonly StaffRole[] = ['agent', 'billing', 'admin'];
/** Give it. */
export const givers: readonly StaffRole[] = ['billing', 'admin'];
export const admins: readonly StaffRole[] = ['admin'];

export const roleNames: Readonly<Record<StaffRole, string>> = {
  viewer: 'Viewer',
  agent: 'Agent',
  billing: 'Billing',
  admin: 'Admin',
};

/** The console speaks English alone, so its sentences stand in no catalog (docs/decisions/0880). */
export const consoleProblems = {
  not_verified: 'Verify the caller first. Nothing of a customer is shown before.',
} as const;
