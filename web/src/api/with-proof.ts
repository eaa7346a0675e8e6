import { type Call, CallFailed } from '@portside/contract/call';

/**
 * On `proof_required` it asks for a proof and repeats the call. @param ask whether the customer
 * gave it; concurrent calls ask once
 */
export function withProof(call: Call, ask: () => Promise<boolean>): Call {
  let asked: Promise<boolean> | undefined;
  return async (endpoint, input, options) => {
    try {
      return await call(endpoint, input, options);
    } catch (error) {
      if (!wantsProof(error)) throw error;
      asked ??= ask().finally(() => {
        asked = undefined;
      });
      if (!(await asked)) throw error;
      return call(endpoint, input, options);
    }
  };
}

/** Leads to a dialog or page, so it is no failure to report. */
export function leadsOn(error: CallFailed): boolean {
  return wantsProof(error) || error.reason === 'second_step_required';
}

function wantsProof(error: unknown): boolean {
  return error instanceof CallFailed && error.reason === 'proof_required';
}
