import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process has counted since it began. Labels hold patterns and names, never addresses. */
const counted = new Registry();

/** Seconds: from a page that is kept ready to a service that is given up. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A free connection is there within microseconds. */
const SHORT_BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5];

const secondsOf = <Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: readonly number[] = BOUNDS,
) => new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [counted] });

/** Calls of services outside. */
export const outsideSeconds = secondsOf(
  'portside_outside_seconds',
  'Calls of services outside: by port, the first brand of the account, and outcome (answered; not_done: nothing happened there; unknown; failed).',
  ['port', 'brand', 'outcome'],
);

export const jobSeconds = secondsOf(
  'portside_job_seconds',
  'From the start of a job to its end: by name and outcome (done; again: it failed and is tried again; given_up).',
  ['name', 'outcome'],
);

export const poolWaitSeconds = secondsOf(
  'portside_pool_wait_seconds',
  'How long a statement or transaction has waited for its connection: by what the connections are for.',
  ['pool'],
  SHORT_BOUNDS,
);

/** By route pattern: addresses hold secrets. */
export const answers = new Counter({
  name: 'portside_answers_total',
  help: 'Answers by method, route and status.',
  labelNames: ['method', 'route', 'status'],
  registers: [counted],
});

export const answerSeconds = secondsOf(
  'portside_answer_seconds',
  'From a request to its answer: by method and route.',
  ['method', 'route'],
);

/** A metric that is looked up when somebody asks. */
export interface Look {
  readonly name: string;
  readonly help: string;
  /** Unless told, a gauge. */
  readonly type?: 'counter';
  readonly samples: readonly (readonly [
    value: number,
    labels?: Readonly<Record<string, string>>,
  ])[];
}

/** Each answer of `/metrics` has its own: two that are asked for at once do not mix. */
export async function textOf(looks: readonly Look[]): Promise<string> {
  const looked = new Registry();
  for (const { name, help, type, samples } of looks) {
    const labelNames = [...new Set(samples.flatMap(([, labels = {}]) => Object.keys(labels)))];
    const metric = new (type === 'counter' ? Counter : Gauge)({
      name,
      help,
      labelNames,
      registers: [looked],
    });
    for (const [value, labels = {}] of samples) metric.inc(labels, value);
  }
  return `${await looked.metrics()}${await counted.metrics()}`;
}

const LAG_MS = 20;
const lag = monitorEventLoopDelay({ resolution: LAG_MS });

/** How late timers come, since the look before: a busy or frozen process is late. */
export function eventLoopLag(): Look {
  lag.enable();
  const late = (nanoseconds: number) =>
    Math.max(0, Number.isFinite(nanoseconds) ? nanoseconds / 1e9 - LAG_MS / 1000 : 0);
  const samples = [
    [late(lag.percentile(50)), { of: 'p50' }],
    [late(lag.percentile(99)), { of: 'p99' }],
    [late(lag.max), { of: 'max' }],
  ] as const;
  lag.reset();
  return {
    name: 'portside_event_loop_lag_seconds',
    help: 'How late the process comes to what is due, since it was looked at before.',
    samples,
  };
}
