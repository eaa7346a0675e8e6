import { confirmEmail } from '@portside/contract/account';
import {
  confirmAuthenticator,
  requirePasskey,
  secondStepAsked,
  startAuthenticator,
} from '@portside/contract/second-step';
import { addPasskey, askPasskeyLogin, askPasskeyOptions, login } from '@portside/contract/sign-in';
import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { seconds } from '../clock.ts';
import { makeAuthenticator, type Authenticator } from './authenticator.ts';
import type { Caller, Failed } from './caller.ts';
import { nextCode } from './mailbox.ts';
import { newcomer } from './shopping.ts';
import type { TestApp } from './test-app.ts';

const origin = 'http://127.0.0.1';
/** Of everybody here. */
export const password = 'Anchor7!';
export const passwords = { newPassword: 'Lantern8#', confirmNewPassword: 'Lantern8#' };

export type Noa = Caller & { email: string };

/** Customers with a second step, and what they hold in their hands. */
export function secondSteps(app: () => TestApp) {
  async function confirmed(): Promise<Noa> {
    const noa = await newcomer(app());
    await noa.call(confirmEmail, { otp: await nextCode(app(), noa.email, /Confirm/) });
    return noa;
  }

  /** An authenticator app: what a phone does with the secret. */
  const appOf = (uri: string) => {
    const { searchParams: query } = new URL(uri);
    const totp = new TOTP({
      secret: query.get('secret') ?? '',
      algorithm: query.get('algorithm') ?? 'SHA1',
      digits: Number(query.get('digits') ?? 6),
      period: Number(query.get('period') ?? 30),
    });
    return {
      /** What it shows now, or so many periods later. */
      shows: (periods = 0) =>
        totp.generate({ timestamp: app().clock.now().getTime() + periods * seconds(30) }),
    };
  };

  async function withApp() {
    const noa = await confirmed();
    const { uri } = await noa.call(startAuthenticator, {});
    const phone = appOf(uri);
    const { recoveryCodes } = await noa.call(confirmAuthenticator, { otp: phone.shows() });
    app().clock.move(seconds(30));
    return { noa, phone, recoveryCodes };
  }

  async function addDevice(noa: Noa, name = 'My phone'): Promise<Authenticator> {
    const device = makeAuthenticator();
    const { options } = await noa.call(askPasskeyOptions, {});
    await noa.call(addPasskey, { passkey: device.create(options, origin), name });
    return device;
  }

  const use = async (device: Authenticator) =>
    device.get((await app().anyone.call(askPasskeyLogin, {})).options, origin);

  async function withPasskeyOnly() {
    const noa = await confirmed();
    const device = await addDevice(noa);
    const { recoveryCodes } = await noa.call(requirePasskey, {});
    return { noa, device, recoveryCodes };
  }

  /** What a login says that is not over. */
  function asked({ status, problem }: Failed) {
    expect({ status, reason: problem.reason }).toEqual({
      status: 422,
      reason: 'second_step_required',
    });
    return secondStepAsked.parse(problem);
  }

  const byPassword = async ({ email }: { email: string }, at: Caller = app().anyone) =>
    asked(await at.refusal(login, { email, password }));
  return { addDevice, appOf, asked, byPassword, confirmed, use, withApp, withPasskeyOnly };
}
