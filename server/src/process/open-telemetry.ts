import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSettings } from '../settings/trace-settings.ts';
import type { Step, Tracing } from './traces.ts';

const kinds: Readonly<Record<Step['kind'], SpanKind>> = {
  call: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  statement: SpanKind.CLIENT,
  outside: SpanKind.CLIENT,
  inside: SpanKind.INTERNAL,
};

/** Later than this, a job begins a trace of its own, with a link. */
const LONG_SECONDS = 3600;
const LINKED = 'link:';

interface Active {
  readonly span: Span;
  /** A schedule queues thousands of jobs: each has a trace of its own, with a link to it. */
  readonly fansOut: boolean;
}

/** Loaded when an endpoint is set (docs/decisions/0979). */
export function openTelemetry(
  settings: TraceSettings,
  about: Readonly<Record<string, string>>,
  log: Logger,
): Tracing {
  const { url, headers, service, part } = settings;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, ...about }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(part) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellingOnce(new OTLPTraceExporter({ url, headers }), log),
      }),
    ],
  });
  const tracer = provider.getTracer('portside');
  const active = new AsyncLocalStorage<Active>();

  const begun = ({ name, kind, attributes }: Step, parent?: SpanContext, links: Link[] = []) =>
    tracer.startSpan(
      name,
      { kind: kinds[kind], attributes, links },
      parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    );

  function within<T>(now: Active, work: () => T): T {
    const failed = (error: unknown) => {
      now.span.setAttribute('error.type', kindOf(error));
      now.span.setStatus({ code: SpanStatusCode.ERROR });
      now.span.end();
    };
    try {
      const answer = active.run(now, work);
      if (!(answer instanceof Promise)) {
        now.span.end();
        return answer;
      }
      return answer.then(
        (found: unknown) => {
          now.span.end();
          return found;
        },
        (error: unknown) => {
          failed(error);
          throw error;
        },
      ) as T;
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  return {
    // What a call began and goes on after its end, such as a look each second, is no part of it.
    isInside: () => active.getStore()?.span.isRecording() === true,
    begin(step) {
      const span = begun(step);
      return {
        run: (work) => active.run({ span, fansOut: false }, work),
        end({ attributes, failed }) {
          span.setAttributes(attributes);
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    step(step, work) {
      const now = active.getStore();
      const span = begun(step, now?.span.spanContext());
      return within({ span, fansOut: now?.fansOut ?? false }, work);
    },
    async goOn(carried, step, work) {
      const from = carried === undefined ? undefined : contextOf(carried.replace(LINKED, ''));
      const isLinked = carried?.startsWith(LINKED) === true;
      const span =
        from && isLinked ? begun(step, undefined, [{ context: from }]) : begun(step, from);
      return within({ span, fansOut: from === undefined }, work);
    },
    carried(after) {
      const now = active.getStore();
      if (!now) return undefined;
      const { traceId, spanId, traceFlags } = now.span.spanContext();
      const parent = `00-${traceId}-${spanId}-0${traceFlags & 1}`;
      return now.fansOut || after > LONG_SECONDS ? `${LINKED}${parent}` : parent;
    },
    // What could not be sent stands in the log.
    close: () => provider.shutdown().catch(() => {}),
  };
}

function contextOf(parent: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-0([01])$/.exec(parent) ?? [];
  if (!traceId || !spanId) return undefined;
  return { traceId, spanId, traceFlags: Number(flags), isRemote: true };
}

/** Its message may quote what somebody wrote. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('outcome' in error) return String(error.outcome);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** A collector that is away is one line of the log, and one when it is back. */
function tellingOnce(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isAway) log.warn({ error: result.error }, 'traces are not taken');
        if (!failed && isAway) log.warn('traces are taken again');
        isAway = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
