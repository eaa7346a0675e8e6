import autocannon from 'autocannon';

const SECONDS = 4;
const ROUNDS = 3;

export interface Target {
  url: string;
  headers?: Record<string, string>;
}

/**
 * Answers a second of two addresses, measured in turns so that a noisy moment of the machine hits
 * both; the middle one of the rounds counts. Any answer that is not 2xx is an error.
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
  const result = await autocannon({ url, headers, connections: 16, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered with errors`);
  return Math.round(result.requests.average);
}

const middle = (rates: number[]) =>
  rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0;
