import { CallFailed } from '@portside/contract/call';
import type { FieldFault } from '../api/check-input.ts';

/**
 * The sentences that a failed call leaves in a form. The notification of it goes after five
 * seconds; what is wrong stays where it is put right: at its own field, or at the given one for a
 * refusal that names none.
 */
export function refusalFaults(error: unknown, field: string): readonly FieldFault[] {
  if (!(error instanceof CallFailed)) throw error;
  if (error.errors.length > 0) return error.errors;
  return error.reason ? [{ field, message: error.message }] : [];
}
