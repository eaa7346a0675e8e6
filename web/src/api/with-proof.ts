import { type Call, CallFailed } from '@portside/contract/call';

/**
 * `call` for people who can be asked: one that is refused for want of a fresh proof (422
 * `proof_required`) asks for it and is repeated by itself. Who does not prove it gets the refusal.
 * @param ask answers whether the customer has proven to be the owner; calls that are refused
 *   together ask once.
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

/** A refusal that leads on to a dialog or a page: there is nothing to tell. */
export function leadsOn(error: CallFailed): boolean {
  return wantsProof(error) || error.reason === 'second_step_required';
}

function wantsProof(error: unknown): boolean {
  return error instanceof CallFailed && error.reason === 'proof_required';
}
