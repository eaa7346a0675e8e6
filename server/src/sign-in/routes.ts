import * as secondStep from '@portside/contract/second-step';
import * as calls from '@portside/contract/sign-in';
import { serve } from '../http/serve.ts';
import {
  emailed,
  emailedInside,
  guessedCodes,
  guessedInAccount,
  guessedInside,
  guessedPasswords,
  perNetwork,
  type Rule,
} from '../limits/rules.ts';
import { beginPurchase } from './begin-purchase.ts';
import { changePassword } from './change-password.ts';
import { askLoginCode, enterLoginCode } from './code-login.ts';
import { createCrmTicket, openTicket } from './crm-entry.ts';
import { denyChange } from './deny-change.ts';
import { removePasskeyAfterReset } from './left-passkeys.ts';
import { askPasskeyLogin, logInWithPasskey } from './passkey-login.ts';
import { addPasskey, askPasskeyOptions, listPasskeys, removePasskey } from './passkeys.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';
import { registerCustomer } from './register.ts';
import {
  confirmAuthenticator,
  renewRecoveryCodes,
  requirePasskey,
  startAuthenticator,
  turnOffSecondStep,
  viewSecondStep,
} from './second-step-settings.ts';
import { logIn, logOut } from './sign-in.ts';
import { stepUp } from './step-up.ts';

/** Each one is an email, and an account that logins try. */
const opensAccount: Rule = {
  name: 'register',
  by: ['email'],
  points: 3,
  minutes: 1440,
  counts: 'emails',
};

export const routes = [
  serve(calls.register, registerCustomer, {
    limits: [opensAccount, perNetwork(20, 60)],
  }),
  serve(calls.beginPurchase, beginPurchase, { limits: [opensAccount, perNetwork(60, 60)] }),
  serve(calls.login, logIn, { limits: guessedPasswords }),
  serve(calls.askLoginCode, askLoginCode, { limits: emailed }),
  serve(calls.enterLoginCode, enterLoginCode, { limits: guessedCodes }),
  serve(calls.logout, logOut),
  serve(calls.forgotPassword, forgotPassword, { limits: emailed }),
  serve(calls.resetPassword, resetPassword, { limits: [perNetwork(30, 15)] }),
  serve(calls.removePasskeyAfterReset, removePasskeyAfterReset, { limits: [perNetwork(30, 15)] }),
  serve(calls.denyChange, denyChange, { limits: [perNetwork(30, 15)] }),
  serve(calls.changePassword, changePassword, { limits: guessedInside }),
  serve(calls.stepUp, stepUp, {
    limits: [{ ...guessedInAccount, provenBy: 'provenUntil' }],
  }),
  serve(calls.listPasskeys, listPasskeys),
  serve(calls.askPasskeyOptions, askPasskeyOptions),
  serve(calls.addPasskey, addPasskey),
  serve(calls.removePasskey, removePasskey),
  serve(calls.askPasskeyLogin, askPasskeyLogin, { limits: [perNetwork(120, 15)] }),
  serve(calls.passkeyLogin, logInWithPasskey, { limits: [perNetwork(60, 15)] }),
  serve(secondStep.viewSecondStep, viewSecondStep),
  serve(secondStep.startAuthenticator, startAuthenticator, { limits: emailedInside }),
  serve(secondStep.confirmAuthenticator, confirmAuthenticator, { limits: guessedInside }),
  serve(secondStep.requirePasskey, requirePasskey, { limits: emailedInside }),
  serve(secondStep.renewRecoveryCodes, renewRecoveryCodes, { limits: emailedInside }),
  serve(secondStep.turnOffSecondStep, turnOffSecondStep, { limits: emailedInside }),
  serve(calls.createCrmTicket, createCrmTicket, { limits: [perNetwork(600, 15)] }),
  serve(calls.crmLogin, openTicket, { limits: [perNetwork(30, 15)] }),
];
