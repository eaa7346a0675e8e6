import { viewToday } from '@portside/contract/console/today';
import { serveStaff } from '../http/serve-staff.ts';
import * as today from './view-today.ts';

export const staffRoutes = [serveStaff(viewToday, today.viewToday)];
