/** One step of a trace. Names, patterns and counts: never what a customer wrote. */
export interface Step {
  readonly name: string;
  readonly kind: 'call' | 'job' | 'statement' | 'outside' | 'inside';
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** A step that ends elsewhere. */
export interface BegunStep {
  /** What is done by this, and later by what this has begun, is part of the step. */
  run(work: () => void): void;
  end(found: { readonly attributes: Step['attributes']; readonly failed: boolean }): void;
}

export interface Tracing {
  isInside(): boolean;
  /** A trace of its own. */
  begin(step: Step): BegunStep;
  /** In the trace that is under way. */
  step<T>(step: Step, work: () => T): T;
  /** A trace that comes out of the queue; without one, a trace of its own. */
  goOn<T>(carried: string | undefined, step: Step, work: () => Promise<T>): Promise<T>;
  /** @param after seconds until the queue gives it out */
  carried(after: number): string | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
}

let tracing: Tracing | undefined;

/** Undefined unless an endpoint is set: nothing of OpenTelemetry is loaded then. */
export const openedTracing = (): Tracing | undefined => tracing;

/** For the process. */
export function traceBy(opened: Tracing | undefined): void {
  tracing = opened;
}

/** @param step is not made where nobody traces */
export function traced<T>(step: () => Step, work: () => T): T {
  return tracing?.isInside() ? tracing.step(step(), work) : work();
}

const FIELD = 'traceparent';

/** A job takes the trace along that queued it, beside its payload. */
export function carrying<Payload extends object>(payload: Payload, after: number): Payload {
  const carried = tracing?.carried(after);
  return carried === undefined ? payload : { ...payload, [FIELD]: carried };
}

/** What {@link carrying} put together, also where nobody traces any more. */
export function unpacked(found: object): { payload: object; carried: string | undefined } {
  if (!(FIELD in found)) return { payload: found, carried: undefined };
  const { [FIELD]: carried, ...payload } = found;
  return { payload, carried: typeof carried === 'string' ? carried : undefined };
}
