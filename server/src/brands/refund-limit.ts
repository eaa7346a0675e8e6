import type { StaffRole } from '@portside/contract/console/roles';
import type { Brand } from './brands.ts';

/** In cents: above it a second person approves (L08). A viewer asks for nothing. */
export function refundLimitOf({ refundLimits }: Brand, role: StaffRole): number {
  const { agentCents, billingCents, adminCents } = refundLimits;
  return { viewer: 0, agent: agentCents, billing: billingCents, admin: adminCents }[role];
}
