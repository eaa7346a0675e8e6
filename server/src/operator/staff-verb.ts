import { roleNames, staffRoles, type StaffRole } from '@portside/contract/console/roles';
import type { App } from '../app.ts';
import { noteOperator } from '../audit/audit.ts';
import { verifyChain } from '../audit/chain.ts';
import { invite } from '../staff/members.ts';
import { type Answer, brandOf, UsageError, type Options } from './verb.ts';

const USAGE = `staff invite <email> --role <${staffRoles.join(' | ')}> [--by <name>] [--brand <id>]`;

const isRole = (role: string | undefined): role is StaffRole =>
  staffRoles.some((one) => one === role);

/** `staff invite <email> --role <role>`: how the first admin comes in. */
export async function runStaff(
  app: App,
  [action, email]: string[],
  options: Options,
): Promise<string> {
  const { role, by = 'operator' } = options;
  if (action !== 'invite' || !email?.includes('@') || !isRole(role)) throw new UsageError(USAGE);
  const brand = brandOf(app, options);
  const invited = await app.db.transaction(async (tx) => {
    const made = await invite(app, tx, brand, { email, role });
    const noted = { tenant: brand.client.mvnoId, operator: by, call: 'staff invite' };
    if (made) await noteOperator(app, tx, { ...noted, about: made.id, detail: { email, role } });
    return made;
  });
  if (!invited) throw new UsageError(`${email} works at ${brand.product} already.`);
  return `${email} is invited as ${roleNames[role]}. The email has this link, which opens once within two days:\n${invited.url}`;
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
