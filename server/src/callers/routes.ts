import { searchConsole } from '@portside/contract/console/search';
import { serveStaff, type StaffRoute } from '../http/serve-staff.ts';
import { search } from './search.ts';

export const staffRoutes: readonly StaffRoute[] = [serveStaff(searchConsole, search)];
