import { setSeparationTraining } from '@portside/contract/console/line-separations';
import {
  acceptInvitation,
  acceptInvitationByPasskey,
  addStaffPasskey,
  askInvitationPasskey,
  askNewStaffPasskey,
  askStaffPasskey,
  changeRole,
  endStaffSession,
  inviteStaff,
  listStaff,
  listStaffPasskeys,
  listStaffSessions,
  removeStaff,
  removeStaffPasskey,
  resetStaffAccess,
  staffLogin,
  staffLoginCode,
  staffLogout,
  staffPasskeyLogin,
  staffStepUp,
  viewMe,
  viewRoles,
} from '@portside/contract/console/staff';
import type { Endpoint } from '@portside/contract/endpoint';
import { serveStaff } from '../http/serve-staff.ts';
import { guessedStaffCodes, guessedStaffPasswords, perNetwork } from '../limits/rules.ts';
import * as login from './login.ts';
import * as me from './me.ts';
import * as members from './members.ts';
import * as passkeyLogin from './passkey-login.ts';
import * as passkeys from './passkeys.ts';
import * as sessions from './sessions.ts';
import * as training from './training.ts';

export const routesFor = (calls: () => readonly Endpoint[]) => [
  serveStaff(staffLogin, login.logInByPassword, { limits: guessedStaffPasswords }),
  serveStaff(staffLoginCode, login.enterCode, { limits: guessedStaffCodes }),
  serveStaff(askStaffPasskey, passkeyLogin.askStaffPasskey, { limits: [perNetwork(120, 15)] }),
  serveStaff(staffPasskeyLogin, passkeyLogin.logInByPasskey, { limits: [perNetwork(60, 15)] }),
  serveStaff(askInvitationPasskey, members.askInvitationPasskey, { limits: [perNetwork(20, 60)] }),
  serveStaff(acceptInvitationByPasskey, members.acceptInvitationByPasskey, {
    limits: [perNetwork(20, 60)],
  }),
  serveStaff(acceptInvitation, members.acceptInvitation, { limits: [perNetwork(20, 60)] }),
  serveStaff(staffLogout, sessions.logOut),
  serveStaff(staffStepUp, login.stepUp),
  serveStaff(viewMe, me.viewMe(calls)),
  serveStaff(viewRoles, me.viewRoles(calls)),
  serveStaff(listStaffSessions, sessions.listStaffSessions),
  serveStaff(endStaffSession, sessions.endStaffSession),
  serveStaff(listStaff, members.listStaff),
  serveStaff(inviteStaff, members.inviteStaff),
  serveStaff(changeRole, members.changeRole),
  serveStaff(removeStaff, members.removeStaff),
  serveStaff(setSeparationTraining, training.setSeparationTraining),
  serveStaff(resetStaffAccess, members.resetStaffAccess),
  serveStaff(listStaffPasskeys, passkeys.listStaffPasskeys),
  serveStaff(askNewStaffPasskey, passkeys.askNewStaffPasskey),
  serveStaff(addStaffPasskey, passkeys.addStaffPasskey),
  serveStaff(removeStaffPasskey, passkeys.removeStaffPasskey),
];
