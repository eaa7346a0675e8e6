import { roleNames, staffRoles, type StaffRole } from '@portside/contract/console/roles';
import type { App } from '../app.ts';
import { noteOperator } from '../audit/audit.ts';
import { verifyChain } from '../audit/chain.ts';
import type { Brand } from '../brands/brands.ts';
import { invite, resetAccess } from '../staff/members.ts';
import { type Answer, brandOf, UsageError, type Options } from './verb.ts';

const USAGE = `staff invite <email> --role <${staffRoles.join(' | ')}> or staff reset <email> [--by <name>] [--brand <id>]`;

const isRole = (role: string | undefined): role is StaffRole =>
  staffRoles.some((one) => one === role);

/**
 * `staff invite <email> --role <role>`: how the first admin comes in; `staff reset <email>`: how the
 * last one who lost their phone comes back.
 */
export async function runStaff(
  app: App,
  [action, email]: string[],
  options: Options,
): Promise<string> {
  const { role, by = 'operator' } = options;
  if (!email?.includes('@')) throw new UsageError(USAGE);
  const brand = brandOf(app, options);
  if (action === 'reset') return resetStaff(app, brand, email, by);
  if (action !== 'invite' || !isRole(role)) throw new UsageError(USAGE);
  const invited = await app.db.transaction(async (tx) => {
    const made = await invite(app, tx, brand, { email, role });
    const noted = { tenant: brand.client.mvnoId, operator: by, call: 'staff invite' };
    if (made) await noteOperator(app, tx, { ...noted, about: made.id, detail: { email, role } });
    return made;
  });
  if (!invited) throw new UsageError(`${email} works at ${brand.product} already.`);
  return `${email} is invited as ${roleNames[role]}. The email has this link, which opens once within two days:\n${invited.url}`;
}

async function resetStaff(app: App, brand: Brand, email: string, by: string): Promise<string> {
  const begun = await app.db.transaction(async (tx) => {
    const done = await resetAccess(app, tx, brand, email);
    const noted = { tenant: brand.client.mvnoId, operator: by, call: 'staff reset' };
    if (done) await noteOperator(app, tx, { ...noted, about: done.id, detail: { email } });
    return done;
  });
  if (!begun) throw new UsageError(`Nobody works at ${brand.product} by ${email}.`);
  return `${email} is logged out everywhere, and what they logged in with is gone. The email has this link, which opens once within two days:\n${begun.url}`;
}

/** `audit verify`: fails, and names the row, where the audit is not as it was written. */
export async function runAudit(app: App, [action]: string[]): Promise<Answer> {
  if (action !== 'verify') throw new UsageError('audit verify');
  const all = await Promise.all(
    app.brands.all.map(async (brand) => ({
      brand,
      found: await verifyChain(app, brand.client.mvnoId),
    })),
  );
  const lines = all.map(({ brand, found: { entries, unsealed, broken } }) =>
    broken
      ? `${brand.id}: BROKEN at ${broken.row}: ${broken.why}. ${entries} entries before it hold.`
      : `${brand.id}: ${entries} entries in the chain hold, and ${unsealed} of the last minute.`,
  );
  return { text: lines.join('\n'), fine: all.every(({ found }) => !found.broken) };
}
