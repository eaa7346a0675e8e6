/** Each use has its own pool, so that none starves another. */
export type Use = 'calls' | 'jobs' | 'queue' | 'watch' | 'maintenance' | 'replica';

export interface Pool {
  readonly max: number;
  /** In `pg_stat_activity`. */
  readonly application_name: string;
}

export const everyRole: ReadonlySet<string> = new Set(['web', 'api', 'worker']);

/** All pools together stay within the process's limit. */
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
  // Without workers the queue is only read.
  const queue = works ? Math.max(2, Math.floor(all / 6)) : 1;
  const left = all - watch - queue;
  const jobs = works ? (answers ? Math.max(2, Math.floor(all / 4)) : left - 2) : 1;
  // Used at the start or by hand; at a replica they do not burden the primary.
  return {
    watch,
    queue,
    jobs,
    calls: left - jobs,
    maintenance: 2,
    replica: answers ? left - jobs : 2,
  };
}
