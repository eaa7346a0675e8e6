import * as calls from '@portside/contract/console/promos';
import { serveStaff } from '../http/serve-staff.ts';
import { addPromo, changePromo, listPromos } from './promos.ts';

export const staffRoutes = [
  serveStaff(calls.listPromos, listPromos),
  serveStaff(calls.addPromo, addPromo),
  serveStaff(calls.changePromo, changePromo),
];
