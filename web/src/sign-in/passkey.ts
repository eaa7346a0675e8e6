import type { Call, CallOptions } from '@portside/contract/call';
import type { InputOf } from '@portside/contract/endpoint';
import type { passkeyLogin } from '@portside/contract/sign-in';

/** What the device gave, as JSON. */
type Given = InputOf<typeof passkeyLogin>['passkey'];

/** Loaded with the first passkey: nobody pays for it before they ask for one. */
const library = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/**
 * Asks the person for a passkey of theirs. Undefined when none was given: they closed the browser's
 * dialog, or have none for this site; a page cannot tell the two apart.
 * @throws CallFailed when the server gave no challenge
 */
export async function givePasskey(call: Call, options?: CallOptions): Promise<Given | undefined> {
  const { askPasskeyLogin } = await import('@portside/contract/sign-in');
  const { options: asked } = await call(askPasskeyLogin, {}, options);
  const { startAuthentication } = await library();
  try {
    return (await startAuthentication({ optionsJSON: asked as never })) as unknown as Given;
  } catch {
    return undefined;
  }
}

/**
 * Has the device make a passkey; `exists` when it holds one of this account already.
 * @throws CallFailed when the server gave no challenge
 */
export async function makePasskey(call: Call): Promise<Given | 'exists' | undefined> {
  const { askPasskeyOptions } = await import('@portside/contract/sign-in');
  const { options } = await call(askPasskeyOptions, {});
  const { startRegistration } = await library();
  try {
    return (await startRegistration({ optionsJSON: options as never })) as unknown as Given;
  } catch (error) {
    const known = error instanceof Error && error.name === 'InvalidStateError';
    return known ? 'exists' : undefined;
  }
}
