import type { Call, CallOptions } from '@portside/contract/call';
import type { InputOf } from '@portside/contract/endpoint';
import type { passkeyLogin } from '@portside/contract/sign-in';

type Given = InputOf<typeof passkeyLogin>['passkey'];

/** Loaded with the first passkey. */
const library = () => import('@simplewebauthn/browser');

export const knowsPasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/**
 * Undefined when none was given: pages cannot tell a closed dialog from no passkey. @throws
 * CallFailed
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

/** `exists`: the device has one of this account. @throws CallFailed */
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
