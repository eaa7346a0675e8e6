import {
  acceptInvitation,
  changeRole,
  endStaffSession,
  inviteStaff,
  listStaff,
  listStaffSessions,
  removeStaff,
  staffLogin,
  staffLoginCode,
  staffLogout,
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
import * as sessions from './sessions.ts';

export const routesFor = (calls: () => readonly Endpoint[]) => [
  serveStaff(staffLogin, login.logInByPassword, { limits: guessedStaffPasswords }),
  serveStaff(staffLoginCode, login.enterCode, { limits: guessedStaffCodes }),
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
];
