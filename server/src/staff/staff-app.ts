import type { App } from '../app.ts';
import type { Query } from '../db/database.ts';
import { stepOf } from '../sign-in/app-code.ts';
import * as store from './store.ts';

const about = (staffId: string) => `staff.app_secret:${staffId}`;

export const sealSecret = ({ secrets }: App, staffId: string, secret: string) =>
  secrets.seal(secret, about(staffId));

export const openSecret = (
  { secrets }: App,
  { id, app_secret }: Pick<store.StaffRow, 'id' | 'app_secret'>,
) => (app_secret === null ? undefined : secrets.open(app_secret, about(id)));

/** A code counts once. Everybody knows the codes of a trial's demo staff, and programs share them. */
export async function checkCode(
  app: App,
  db: Query,
  staff: store.StaffRow,
  code: string,
): Promise<'holds' | 'code_wrong' | 'code_used'> {
  const secret = openSecret(app, staff);
  const step = secret === undefined ? undefined : stepOf(app, secret, code);
  if (step === undefined) return 'code_wrong';
  const isFirst = await store.useStep(db, staff.id, step);
  return isFirst || (staff.is_demo && !app.config.production) ? 'holds' : 'code_used';
}
