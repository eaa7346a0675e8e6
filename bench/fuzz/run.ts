import { callers, planOf, type Planned, type Target } from './plan.ts';
import { faultsOf, SLOW_MS, type Secret } from './judge.ts';
import { openSender } from './send.ts';

/** Tokens, and the ids that calls may name, own and others'; opened again when they have ended. */
export interface People {
  /** The value of the `Authorization` header. */
  tokenOf(caller: (typeof callers)[number]): string;
  idsOf(caller: (typeof callers)[number]): readonly string[];
  readonly secrets: readonly Secret[];
  /** Between two parts of a run. */
  renew(): Promise<void>;
}

export interface Fault {
  readonly call: Planned;
  readonly faults: readonly string[];
  readonly answer: string;
}

export interface Outcome {
  readonly faults: readonly Fault[];
  /** How many calls were answered with each status; 0: with none. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly slowest: number;
}

export interface Fuzzing {
  readonly address: string;
  readonly targets: readonly Target[];
  readonly shop: Readonly<Record<string, string>>;
  readonly people: People;
  readonly seed: number;
  readonly calls: number;
}

const AT_ONCE = 4;
/** A call may log its caller out. */
const PART = 250;

export async function fuzz({
  address,
  targets,
  shop,
  people,
  seed,
  calls,
}: Fuzzing): Promise<Outcome> {
  const plan = planOf(seed, targets, shop);
  const sender = openSender(address, AT_ONCE);
  const faults: Fault[] = [];
  const statuses: Record<number, number> = {};
  let slowest = 0;

  async function one(planned: Planned): Promise<void> {
    const call = filled(planned, people);
    const answer = await sender.send(call);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    // A busy machine is slow once; what it answered counts all the same.
    const again = answer.milliseconds > SLOW_MS ? await sender.send(call) : answer;
    const milliseconds = Math.min(answer.milliseconds, again.milliseconds);
    slowest = Math.max(slowest, milliseconds);
    const found = faultsOf(call, { ...answer, milliseconds }, people.secrets);
    if (found.length > 0) faults.push({ call, faults: found, answer: answer.text });
  }

  try {
    for (let from = 0; from < calls; from += PART) {
      await people.renew();
      const count = Math.min(PART, calls - from);
      const waiting = Array.from({ length: count }, (_, at) => plan(from + at));
      const worker = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await one(next);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    }
  } finally {
    sender.close();
  }
  return { faults, statuses, slowest };
}

function filled(call: Planned, people: People): Planned {
  const ids = people.idsOf(call.caller);
  const idAt = (_: string, at: string) => ids[Number(at) % ids.length] ?? 'no_such';
  const fill = (text: string) => text.replaceAll(/«id (\d+)»/g, idAt);
  const tokenFor = (value: string) => {
    const caller = callers.find((one) => value === `«${one}»`);
    return caller ? people.tokenOf(caller) : fill(value);
  };
  return {
    ...call,
    path: call.path.replaceAll(/%C2%ABid(?:%20|\+)(\d+)%C2%BB/g, idAt),
    headers: call.headers.map(([name, value]) => [name, tokenFor(value)] as const),
    body: typeof call.body === 'string' ? fill(call.body) : call.body,
  };
}
