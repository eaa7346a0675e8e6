/** Where traces go, by OTLP over HTTP. */
export interface TraceSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What this product is called among others. */
  readonly service: string;
  /** Of the traces, 0 to 1. */
  readonly part: number;
}

interface Said {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

/** Undefined without an endpoint: nothing is traced. */
export function traceSettings(said: Said): TraceSettings | undefined {
  const base = said.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (base === undefined) return undefined;
  return {
    url: `${base.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(headersOf(said.OTEL_EXPORTER_OTLP_HEADERS ?? '')),
    service: said.OTEL_SERVICE_NAME,
    part: said.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** `name=value,name=value`, values written as in a web address. */
export function headersOf(text: string): (readonly [name: string, value: string])[] {
  return text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1).trim();
      return [pair.slice(0, Math.max(0, at)).trim(), decoded(value)];
    });
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
