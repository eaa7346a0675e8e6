import * as calls from '@portside/contract/household';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { changeRole, giveLine, takeBackLine } from './giving.ts';
import { acceptInvitation, declineInvitation, leaveLine, listInvitations } from './taking.ts';

export const routes = [
  serve(calls.listInvitations, listInvitations),
  // Each of them sends an email.
  serve(calls.giveLine, giveLine, { limits: [perAccount(20, 60)] }),
  serve(calls.changeRole, changeRole, { limits: [perAccount(20, 60)] }),
  serve(calls.takeBackLine, takeBackLine, { limits: [perAccount(20, 60)] }),
  serve(calls.acceptInvitation, acceptInvitation, { limits: [perAccount(20, 60)] }),
  serve(calls.declineInvitation, declineInvitation, { limits: [perAccount(20, 60)] }),
  serve(calls.leaveLine, leaveLine, { limits: [perAccount(20, 60)] }),
];
