import { eraseCustomer, exportCustomer } from '@portside/contract/console/customers';
import * as calls from '@portside/contract/privacy';
import { serveStaff, type StaffRoute } from '../http/serve-staff.ts';
import { serve } from '../http/serve.ts';
import { perAccount } from '../limits/rules.ts';
import { askErasure, keepAccount, viewPrivacy } from './asking.ts';
import { eraseCustomer as eraseForStaff } from './erase-for-customer.ts';
import * as files from './export.ts';

export const routes = [
  serve(calls.viewPrivacy, viewPrivacy),
  serve(calls.exportOwn, files.exportOwn, { limits: [perAccount(10, 60)] }),
  serve(calls.askErasure, askErasure, { limits: [perAccount(10, 60)] }),
  serve(calls.keepAccount, keepAccount, { limits: [perAccount(30, 60)] }),
];

export const staffRoutes: readonly StaffRoute[] = [
  serveStaff(exportCustomer, files.exportCustomer),
  serveStaff(eraseCustomer, eraseForStaff),
];
