import { readFile } from 'node:fs/promises';
import { phone } from '@portside/contract/phone';
import type { App } from '../app.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { importPlans } from '../plans/plans.ts';
import { runBrand } from './brand-verb.ts';
import { runShipping, USAGE as SHIPPING } from './shipping-verb.ts';
import { runJobs } from './job-verb.ts';
import { brandOf, UsageError, type Options, type Verb } from './verb.ts';
import { runCredit } from './credit-verb.ts';
import { runCustomer } from './customer-verb.ts';
import { runExport } from './export-verb.ts';
import { runImport } from './import-verb.ts';
import { runAudit, runStaff } from './staff-verb.ts';
import { runReconcile } from './reconcile-verb.ts';
import { listOrders, runOrder } from './order-verb.ts';
import { runServices } from './service-verb.ts';
import { runStuck } from './stuck-verb.ts';
import { runDoctor, runReady } from './doctor.ts';
import { untakenWarnings } from '../emails/warnings.ts';
import { seed } from '../seed/seed.ts';
import { retryStuck, waitingPortIns } from '../port-in/operator-actions.ts';
import { createCrmTicket } from '../sign-in/crm-entry.ts';

export const verbs: Readonly<Record<string, Verb>> = {
  migrate: {
    usage: 'migrate',
    about: 'brings the tables up to date',
    // Opening the app has migrated already.
    run: async (app) => {
      const pending = await pendingMigrations(app.db);
      return pending.length === 0 ? 'The tables are up to date.' : `Pending: ${pending.join(', ')}`;
    },
  },
  seed: {
    usage: 'seed',
    about: "puts the brands' plans on sale and the demo people in, where they are missing",
    run: async (app) => {
      await seed(app);
      return app.config.production
        ? 'The plans are there. Demo people are for trials.'
        : 'Plans and demo people are there.';
    },
  },
  brand: {
    usage: 'brand new <name>, brand check <folder>',
    about: 'makes the folder of a new brand; says what one lacks before it can open a shop',
    run: (app, words) => runBrand(app.config.brandsFolder, words),
  },
  plans: {
    usage: 'plans import <file> [--brand <id>]',
    options: ['brand'],
    about: "makes a file's plans and add-ons the ones on sale",
    run: importFile,
  },
  warnings: {
    usage: 'warnings',
    about: 'lists warnings to owners that no mail server has taken: what they are about waits',
    run: async (app) => {
      const found = await untakenWarnings(app);
      if (found.length === 0) return 'Every warning has left.';
      return found.map((one) => `${one.queued_at.toISOString()}  ${one.about}`).join('\n');
    },
  },
  customer: {
    usage:
      'customer show | log-out | second-step-off | join | erase <e-mail or id> [--reason <words>] [--by <name>] [--brand <id>]',
    options: ['brand', 'by', 'reason'],
    about:
      'shows an account with its lines, cards and last payments; logs it out everywhere; opens one whose app is lost; erases one',
    run: runCustomer,
  },
  credit: {
    usage: 'credit add <e-mail or id> <dollars> --reason <words> [--by <name>] [--brand <id>]',
    options: ['brand', 'by', 'reason'],
    about: 'gives a customer credit, who reads the reason, and is told by email',
    run: runCredit,
  },
  staff: {
    usage: 'staff invite <email> --role <role> | staff reset <email> [--by <name>] [--brand <id>]',
    options: ['brand', 'by', 'role'],
    about:
      'invites somebody to the console: viewer, agent, billing or admin; takes all that somebody logs in with away, and lets them begin anew',
    run: runStaff,
  },
  audit: {
    usage: 'audit verify',
    about: 'proves that what staff did stands as it was written, or names the row that does not',
    run: runAudit,
  },
  'crm-ticket': {
    usage: 'crm-ticket <e-mail> <agent> <reason…> [--brand <id>]',
    options: ['brand'],
    about: "makes a link that opens a customer's account to an agent, once, within 60 s",
    run: makeCrmTicket,
  },
  'port-ins': {
    usage: 'port-ins [retry <id>]',
    about:
      'lists the port-ins that are not over, the longest waiting first; sends a stuck one again',
    run: listPortIns,
  },
  shipping: {
    usage: SHIPPING,
    options: ['brand', 'by'],
    about:
      'lists SIM cards to mail, oldest first; prints a slip; notes what left and what arrived; takes a card out of its stock',
    run: runShipping,
  },
  jobs: {
    usage: 'jobs [given-up | retry <id | all>]',
    about: 'counts jobs and tells the oldest; lists and repeats those tried for the last time',
    run: runJobs,
  },
  stuck: {
    usage: 'stuck [kind], stuck <action> <id> [note…] [--by <name>] [--brand <id>]',
    options: ['brand', 'by'],
    about:
      'lists all that hangs at a brand, says why, and does what mends it or who looks after it',
    run: runStuck,
  },
  services: {
    usage: 'services [--brand <id>]',
    options: ['brand'],
    about: 'tells how each service outside has answered in the last 24 hours',
    run: runServices,
  },
  orders: {
    usage: 'orders',
    about: 'lists orders and money that are stuck, the longest first',
    run: listOrders,
  },
  order: {
    usage:
      'order show | settle | refund [--amount <dollars>] | credit | cancel | forgive <id>, order paid-back <id> <how…> [--by <name>]',
    options: ['by', 'amount'],
    about:
      'shows an order, asks the provider, gives back (credit: as credit), gives up, notes what was paid by hand',
    run: runOrder,
  },
  reconcile: {
    usage: 'reconcile [--days <1 to 366>]',
    options: ['days'],
    about: "compares the provider's charges and refunds with ours and names each difference",
    run: runReconcile,
  },
  export: {
    usage: 'export <folder>',
    about: 'writes every row into files that another database can be filled from',
    run: runExport,
  },
  import: {
    usage: 'import <folder>',
    about: 'fills an empty database with what export wrote, all of it or nothing',
    run: runImport,
  },
  doctor: {
    usage: 'doctor [--json]',
    flags: ['json'],
    about: 'calls database, workers and every service, and says what to do; fails if one is ill',
    run: runDoctor,
  },
  ready: {
    usage: 'ready [--brand <id>] [--json]',
    options: ['brand'],
    flags: ['json'],
    about: 'says whether each brand can sell, and what is missing; fails if one cannot',
    run: runReady,
  },
};

async function importFile(app: App, [action, file]: string[], options: Options): Promise<string> {
  if (action !== 'import' || !file) throw new UsageError('plans import <file>');
  const brand = brandOf(app, options);
  const content: unknown = JSON.parse(await readFile(file, 'utf8'));
  const { plans, addOns } = await importPlans(app, brand.client.mvnoId, content);
  const also = addOns === undefined ? '' : ` and ${addOns} add-ons`;
  return `${plans} plans${also} of ${brand.product} are on sale now.`;
}

async function listPortIns(app: App, [action, id]: string[]): Promise<string> {
  if (action !== undefined) {
    if (action !== 'retry' || !id) throw new UsageError('port-ins [retry <id>]');
    if (await retryStuck(app, id)) return `${id} is sent again.`;
    throw new UsageError(`${id} is not stuck. "port-ins" lists what waits.`);
  }
  const waiting = await waitingPortIns(app, app.db.query);
  if (waiting.length === 0) return 'No port-in waits.';
  const now = app.clock.now().getTime();
  return waiting
    .map((one) => {
      const hours = Math.floor((now - one.since.getTime()) / 3_600_000);
      const age = hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
      const times = `${one.attempts} ${one.attempts === 1 ? 'submit' : 'submits'}`;
      const brand = app.brands.byTenant(one.tenant).id;
      return [
        age.padStart(8),
        phone(one.msisdn),
        one.status,
        one.reason ?? '',
        times,
        ...(one.stuckSince ? ['stuck after a day of tries'] : []),
        ...(one.cancelAskedAt ? ['cancel asked'] : []),
        brand,
        one.id,
      ]
        .join('  ')
        .trimEnd();
    })
    .join('\n');
}

async function makeCrmTicket(
  app: App,
  [email, agent, ...reason]: string[],
  options: Options,
): Promise<string> {
  const brand = brandOf(app, options);
  if (!email || !agent || reason.length === 0) {
    throw new UsageError('crm-ticket <e-mail> <agent> <reason…>');
  }
  const ticket = { email, agent, reason: reason.join(' ') };
  const answer = await createCrmTicket(app, { tenant: brand.client.mvnoId }, ticket);
  if ('url' in answer) return `${answer.url}\nuntil ${answer.expiresAt}`;
  throw new UsageError(`${brand.product} has no customer ${email}.`);
}
