import { CallFailed } from '@portside/contract/call';
import { editUser, viewUser } from '@portside/contract/account';
import type { InputOf } from '@portside/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { type FieldFault, inputFaults } from '../api/check-input.ts';
import { notify } from '../api/notifications.ts';
import { session } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';

type Edit = InputOf<typeof editUser>;

/** The contract's sentences for one edit, by the names that forms know. */
export function editFaults(edit: Edit): Record<string, string> {
  const faults = inputFaults(editUser.input, edit, editUser.fieldNames);
  return Object.fromEntries(faults.map(({ field, message }) => [field, message]));
}

/** After every change of the account: whoever shows it shows it as it is now. */
export function useReload(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: [viewUser.name] });
    void session.refresh();
  };
}

/**
 * Saves one edit (I17). Answers the faults of its fields (H28), none when it was not saved for
 * another reason, which has been told; undefined when it is saved.
 */
export function useEdit(): (
  edit: Edit,
  signal: AbortSignal,
) => Promise<readonly FieldFault[] | undefined> {
  const call = useCall();
  const reload = useReload();
  return async (edit, signal) => {
    try {
      const { message } = await call(editUser, edit, { signal });
      // A new address is not there yet: the dialog itself says that a code is on its way.
      if (edit.email !== undefined) return undefined;
      notify({ error: false, message });
    } catch (error) {
      // What was given up may have arrived all the same.
      if (signal.aborted) reload();
      if (error instanceof CallFailed) return error.errors;
      throw error;
    }
    reload();
    return undefined;
  };
}
