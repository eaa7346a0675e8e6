import type { Call, CallOptions } from '@portside/contract/call';
import { giveOnDevice, type GivenPasskey, makeOnDevice } from '../api/passkey-device.ts';

/** Undefined when none was given. @throws CallFailed */
export async function givePasskey(
  call: Call,
  options?: CallOptions,
): Promise<GivenPasskey | undefined> {
  const { askPasskeyLogin } = await import('@portside/contract/sign-in');
  const { options: asked } = await call(askPasskeyLogin, {}, options);
  return giveOnDevice(asked);
}

/** `exists`: the device has one of this account. @throws CallFailed */
export async function makePasskey(call: Call): Promise<GivenPasskey | 'exists' | undefined> {
  const { askPasskeyOptions } = await import('@portside/contract/sign-in');
  const { options } = await call(askPasskeyOptions, {});
  return makeOnDevice(options);
}
