import autocannon from 'autocannon';

const SECONDS = 4;
const ROUNDS = 3;
/** Many callers behind one proxy: a single address would hit the limits. */
const callers = Array.from({ length: 64 }, (_, at) => `198.51.100.${at + 1}`);

export interface Target {
  url: string;
  headers?: Record<string, string>;
}

/**
 * Requests per second of two addresses in alternate rounds; the median counts. Anything but 2xx and
 * 304 is an error.
 */
export async function compare(ours: Target, theirs: Target) {
  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push(await rate(ours));
    rates.theirs.push(await rate(theirs));
  }
  const [a, b] = [middle(rates.ours), middle(rates.theirs)];
  return { ours: a, theirs: b, ratio: a / b };
}

async function rate({ url, headers = {} }: Target): Promise<number> {
  const requests = callers.map((caller) => ({
    headers: { ...headers, 'x-forwarded-for': caller },
  }));
  const result = await autocannon({ url, requests, connections: 16, duration: SECONDS });
  const known = result.statusCodeStats?.['304']?.count ?? 0;
  if (result.non2xx > known || result.errors > 0) throw new Error(`${url} answered with errors`);
  return Math.round(result.requests.average);
}

const middle = (rates: number[]) =>
  rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
