import {
  askEmailCode,
  changeEmail,
  chooseLanguage,
  confirmEmail,
  editUser,
  resendCode,
} from '@portside/contract/account';
import { serve } from '../http/serve.ts';
import * as account from './account.ts';

export const routes = [
  serve(editUser, ({ app, who, input }) => account.editUser(app, who, input)),
  serve(chooseLanguage, ({ app, who, input }) => account.chooseLanguage(app, who, input)),
  serve(changeEmail, ({ app, who, input }) => account.changeEmail(app, who, input)),
  serve(resendCode, ({ app, who, input }) => account.resendCode(app, who, input)),
  serve(askEmailCode, ({ app, who }) => account.askEmailCode(app, who)),
  serve(confirmEmail, ({ app, who, input }) => account.confirmEmail(app, who, input)),
];
