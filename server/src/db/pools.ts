/** What connections are for. Each use has a pool of its own, so that none takes another's. */
export type Use = 'calls' | 'jobs' | 'queue' | 'watch' | 'maintenance' | 'replica';

/** Of one process, as node-postgres takes it. */
export interface Pool {
  readonly max: number;
  /** What `pg_stat_activity` shows. */
  readonly application_name: string;
}

export const everyRole: ReadonlySet<string> = new Set(['web', 'api', 'worker']);

/** A pool's part of the connections that a process may have; all parts together are no more. */
export function poolOf(
  { connections, roles }: { connections: number; roles: ReadonlySet<string> },
  use: Use,
): Pool {
  return {
    max: shares(connections, roles)[use],
    application_name: `portside ${[...roles].join('+') || 'command'} ${use}`,
  };
}

function shares(all: number, does: ReadonlySet<string>): Record<Use, number> {
  const works = does.has('worker');
  const answers = does.has('web') || does.has('api');
  // `/readyz` and `/metrics` answer while all others are taken.
  const watch = 2;
  // Where jobs wait: whoever works none off only looks its queues up at the start.
  const queue = works ? Math.max(2, Math.floor(all / 6)) : 1;
  const left = all - watch - queue;
  const jobs = works ? (answers ? Math.max(2, Math.floor(all / 4)) : left - 2) : 1;
  // Migrations and exports are made while nothing else is, or by hand.
  // Those at a replica are no load of the primary.
  return {
    watch,
    queue,
    jobs,
    calls: left - jobs,
    maintenance: 2,
    replica: answers ? left - jobs : 2,
  };
}
