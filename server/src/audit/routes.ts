import { exportAudit, listAudit } from '@portside/contract/console/audit';
import { serveStaff } from '../http/serve-staff.ts';
import * as audit from './audit.ts';

export const routes = [
  serveStaff(listAudit, audit.listAudit),
  serveStaff(exportAudit, audit.exportAudit),
];
