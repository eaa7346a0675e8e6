import autocannon from 'autocannon';

/** A proxy passes on many people's calls; from one address alone the limits would soon answer. */
const callers = Array.from({ length: 64 }, (_, at) => `198.51.100.${at + 1}`);
const CONNECTIONS = 16;

/** Somebody who asks, by the headers that tell who. */
export type Asker = Readonly<Record<string, string>>;

/** What is asked for, by these in turns, with what is different each time. */
export interface Target {
  readonly url: string;
  /** Several are one after the other, as a page asks for them. */
  readonly paths: readonly string[];
  readonly askers?: readonly Asker[];
  /** Headers that can be used once. */
  readonly fresh?: (asker: Asker, path: string) => Asker;
}

export interface Driven {
  readonly requests: number;
  readonly perSecond: number;
}

/** Asks as fast as the answers come, for so many seconds. Anything but 2xx or 304 is an error. */
export async function drive(target: Target, seconds: number): Promise<Driven> {
  const { url, paths, askers = [{}], fresh } = target;
  const count = Math.max(askers.length, callers.length);
  const requests = Array.from({ length: count }, (_, at) => {
    const asker = askers[at % askers.length] ?? {};
    const caller = { 'x-forwarded-for': callers[at % callers.length] ?? '' };
    return paths.map((path) => {
      const headers = { ...asker, ...caller };
      if (!fresh) return { path, headers };
      const setupRequest = (request: autocannon.Request) => ({
        ...request,
        headers: { ...request.headers, ...headers, ...fresh(asker, path) },
      });
      return { path, headers, setupRequest };
    });
  }).flat();
  const result = await autocannon({
    ...{ url, requests, connections: CONNECTIONS, duration: seconds },
    // It looks so often whether the time is over.
    sampleInt: 50,
  });
  const known = result.statusCodeStats?.['304']?.count ?? 0;
  if (result.non2xx > known || result.errors > 0) {
    const answers = JSON.stringify(result.statusCodeStats);
    throw new Error(`${url}${paths.join(' ')} answered with errors: ${answers}`);
  }
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
  };
}
