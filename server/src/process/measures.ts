import { monitorEventLoopDelay } from 'node:perf_hooks';

/** One metric of `/metrics`, as Prometheus reads it. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Each with its labels, or without: `{kind="owed"} 2`. */
  readonly samples: readonly string[];
}

export const metricText = ({ name, help, type, samples }: Metric): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...samples.map((sample) => `${name}${sample}`),
];

export const label = (name: string, value: string | number): string =>
  `${name}="${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Seconds: from a page that is kept ready to a service that is given up. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Seen {
  /** Not yet summed up; the last one is of what took longer. */
  readonly counts: Float64Array;
  seconds: number;
}

export interface Histogram {
  observe(labels: string, seconds: number): void;
  lines(): string[];
}

/** Of this process, since it began. */
export function openHistogram(name: string, help: string): Histogram {
  const all = new Map<string, Seen>();
  return {
    observe(labels, seconds) {
      let seen = all.get(labels);
      if (!seen) {
        seen = { counts: new Float64Array(BOUNDS.length + 1), seconds: 0 };
        all.set(labels, seen);
      }
      let at = 0;
      while (at < BOUNDS.length && seconds > (BOUNDS[at] ?? 0)) at += 1;
      seen.counts[at] = (seen.counts[at] ?? 0) + 1;
      seen.seconds += seconds;
    },
    lines: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} histogram`,
      ...[...all].flatMap(([labels, seen]) => samplesOf(name, labels, seen)),
    ],
  };
}

function samplesOf(name: string, labels: string, { counts, seconds }: Seen): string[] {
  let count = 0;
  const buckets = [...counts].map((own, at) => {
    count += own;
    return `${name}_bucket{${labels},le="${BOUNDS[at] ?? '+Inf'}"} ${count}`;
  });
  return [
    ...buckets,
    `${name}_sum{${labels}} ${seconds.toFixed(4)}`,
    `${name}_count{${labels}} ${count}`,
  ];
}

/** Calls of services outside, as this process has made them. */
export const outsideSeconds = openHistogram(
  'portside_outside_seconds',
  'Calls of services outside: by port, the first brand of the account, and outcome (answered; not_done: nothing happened there; unknown; failed).',
);

const LAG_MS = 20;
const lag = monitorEventLoopDelay({ resolution: LAG_MS });

/** How late timers come, since the look before: a busy or frozen process is late. */
export function eventLoopLag(): Metric {
  lag.enable();
  const late = (nanoseconds: number) =>
    Math.max(0, Number.isFinite(nanoseconds) ? nanoseconds / 1e9 - LAG_MS / 1000 : 0).toFixed(4);
  const samples = [
    `{of="p50"} ${late(lag.percentile(50))}`,
    `{of="p99"} ${late(lag.percentile(99))}`,
    `{of="max"} ${late(lag.max)}`,
  ];
  lag.reset();
  return {
    name: 'portside_event_loop_lag_seconds',
    help: 'How late the process comes to what is due, since it was looked at before.',
    type: 'gauge',
    samples,
  };
}
