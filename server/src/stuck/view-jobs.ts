import type * as calls from '@portside/contract/console/jobs';
import type { OutputOf } from '@portside/contract/endpoint';
import type { App } from '../app.ts';
import { refused, type Refused } from '../http/no.ts';
import { told } from '../words/told.ts';
import type { Staff } from '../http/who.ts';
import { stuckJobs } from './stuck-work.ts';

/** What the slices may not reach for themselves. */
export interface Outside {
  /** How each service of a brand has answered for a day. */
  readonly listServices: (
    app: App,
    tenant: number,
  ) => Promise<
    readonly {
      readonly port: string;
      readonly name: string;
      readonly calls: number;
      readonly failures: number;
      readonly lastAt: Date | undefined;
      readonly failedAt: Date | undefined;
      readonly failure: string | undefined;
    }[]
  >;
  readonly examine: (app: App) => Promise<
    readonly {
      readonly about: string;
      readonly fine: boolean;
      readonly text: string;
      readonly todo?: string;
    }[]
  >;
  /** Without keys and passwords. */
  readonly hideSecrets: (config: App['config'], text: string) => string;
}

const sent = (at: Date | undefined) => at?.toISOString() ?? null;

export const viewJobs =
  ({ listServices, hideSecrets }: Outside) =>
  async (app: App, who: Staff): Promise<OutputOf<typeof calls.viewJobs>> => {
    const db = app.db.query;
    const [queues, givenUp, own, services] = await Promise.all([
      app.jobs.states(db),
      app.jobs.givenUp(db),
      stuckJobs(app, db, who.tenant),
      listServices(app, who.tenant),
    ]);
    const shown = new Set(own.map((one) => one.subject));
    const isShared = app.brands.all.length > 1;
    return {
      queues: [...queues],
      givenUp: givenUp
        .filter(({ id }) => shown.has(id))
        .map(({ id, name, at, tries, error, tenant }) => ({
          id,
          name,
          tries,
          at: at.toISOString(),
          // What another brand's job says may name its customers.
          error: tenant === null && isShared ? '' : hideSecrets(app.config, error),
        })),
      services: services.map(({ port, name, calls, failures, lastAt, failedAt, failure }) => ({
        port,
        name,
        calls,
        failures,
        lastAt: sent(lastAt),
        failedAt: sent(failedAt),
        failure: failure === undefined ? null : hideSecrets(app.config, failure),
      })),
    };
  };

export async function retryJob(
  app: App,
  who: Staff,
  { id }: { id: string },
): Promise<{ message: string } | Refused<'not_given_up'>> {
  const own = await stuckJobs(app, app.db.query, who.tenant);
  const isOwn = own.some((one) => one.subject === id);
  if (!isOwn || (await app.jobs.tryAgain(id)) === 0) return refused('not_given_up');
  return told('It is in its queue again.');
}

export const examineServices =
  ({ examine, hideSecrets }: Outside) =>
  async (app: App): Promise<OutputOf<typeof calls.examineServices>> => {
    const findings = await examine(app);
    return {
      findings: findings.map(({ text, todo, ...rest }) => ({
        ...rest,
        text: hideSecrets(app.config, text),
        ...(todo !== undefined && { todo: hideSecrets(app.config, todo) }),
      })),
    };
  };
