import * as calls from '@portside/contract/account';
import { serve } from '../http/serve.ts';
import { emailedInside, guessedInside, perAccount } from '../limits/rules.ts';
import { changeEmail, resendCode } from './change-email.ts';
import { askEmailCode } from './confirm-email.ts';
import { chooseLanguage, editUser } from './edit.ts';

export const routes = [
  serve(calls.editUser, editUser, { limits: [perAccount(30, 60)] }),
  serve(calls.chooseLanguage, chooseLanguage),
  serve(calls.changeEmail, changeEmail, { limits: guessedInside }),
  serve(calls.resendCode, resendCode, { limits: emailedInside }),
  serve(calls.askEmailCode, askEmailCode, { limits: emailedInside }),
];
