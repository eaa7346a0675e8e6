import type { InputOf } from '@portside/contract/endpoint';
import type { passkeyLogin } from '@portside/contract/sign-in';

export type GivenPasskey = InputOf<typeof passkeyLogin>['passkey'];
type Asked = Readonly<Record<string, unknown>>;

/** Loaded with the first passkey. */
const library = () => import('@simplewebauthn/browser');

export const knowsPasskeys = () => typeof globalThis.PublicKeyCredential === 'function';

/** Undefined when none was given: pages cannot tell a closed dialog from no passkey. */
export async function giveOnDevice(asked: Asked): Promise<GivenPasskey | undefined> {
  const { startAuthentication } = await library();
  try {
    return (await startAuthentication({ optionsJSON: asked as never })) as unknown as GivenPasskey;
  } catch {
    return undefined;
  }
}

/** `exists`: the device has one of this account. */
export async function makeOnDevice(asked: Asked): Promise<GivenPasskey | 'exists' | undefined> {
  const { startRegistration } = await library();
  try {
    return (await startRegistration({ optionsJSON: asked as never })) as unknown as GivenPasskey;
  } catch (error) {
    const known = error instanceof Error && error.name === 'InvalidStateError';
    return known ? 'exists' : undefined;
  }
}
