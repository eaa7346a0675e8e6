import { asFinding, type Finding } from './finding.ts';
import type { Measurement } from './measurement.ts';
import { harbor, logIn, type Person } from './people.ts';
import { runProduct } from './product.ts';
import type { Setting } from './setting.ts';
import { sideBySide } from './side-by-side.ts';

const looks = {
  '/app/lines': 'line list',
  '/app/payments/transactions': 'order history, first page',
  '/app/users/view': 'user view',
} as const;
type Look = keyof typeof looks;
const allLooks = Object.keys(looks) as Look[];
const LEAST = 0.6;
const ENDED = 20;

/** Every tenth customer has more orders than a page of the history (big-rows.ts). */
const customers = Array.from({ length: 32 }, (_, at) => (at + 1) * 10);
const others = Array.from({ length: 32 }, (_, at) => (at + 40) * 10);

/** What an open dashboard asks for, with a plain token and with one that is bound to a key. */
export const accountReads: Measurement = {
  name: 'reads',
  title: 'Lines, order history and user view with a token',
  async run(bench) {
    const { product, bare } = await bench.setting();
    const plain = await logIn(product.address, customers);
    const bound = await logIn(product.address, others, { bound: true });
    const sizes = await sizesFor(product.address, plain[0]);
    await bare.know({ sizes });
    const compare = async (look: Look, people: readonly Person[], withProof: boolean) => {
      const side = (server: typeof product, kind: 'headers' | 'bareHeaders') => ({
        target: {
          url: server.address,
          paths: [look],
          askers: people.map((one) => one[kind]),
          ...(withProof && { fresh: proofsOf(people) }),
        },
        server,
      });
      const compared = await sideBySide(
        side(product, 'headers'),
        side(bare, 'bareHeaders'),
        bench.rounds,
      );
      const name = withProof ? `${looks[look]}, with a proof` : looks[look];
      const id = `reads.${look.split('/').at(-1)}${withProof ? '.proof' : ''}`;
      return asFinding(id, `${name}, ${sizes[look]} bytes`, compared, LEAST);
    };
    const findings: Finding[] = [];
    for (const look of allLooks) findings.push(await compare(look, plain, false));
    const proven = bench.quick ? allLooks.slice(0, 1) : allLooks;
    for (const look of proven) findings.push(await compare(look, bound, true));
    if (!bench.quick) findings.push(await endedSessions(await bench.setting()));
    return findings;
  },
};

/** A fresh proof for whoever asks, of the product or of the bare server. */
function proofsOf(people: readonly Person[]) {
  const byHeaders = new Map(
    people.flatMap((one) => [[one.headers, one] as const, [one.bareHeaders, one] as const]),
  );
  return (asker: Person['headers'], path: string) => byHeaders.get(asker)?.prove(path) ?? {};
}

async function sizesFor(address: string, person: Person | undefined) {
  const sizes: Record<string, number> = {};
  for (const look of allLooks) {
    const answer = await fetch(address + look, { headers: person?.headers ?? {} });
    if (!answer.ok) throw new Error(`${look} was answered with ${answer.status}`);
    sizes[look] = Buffer.byteLength(await answer.text());
  }
  return sizes;
}

/** A session that was ended at one process opens nothing at another one, at the very next call. */
async function endedSessions({ product, database }: Setting): Promise<Finding> {
  const second = await runProduct({ database, env: { PORTSIDE_ROLES: 'api' } });
  try {
    const people = await logIn(product.address, others.slice(0, ENDED));
    const look = async (person: Person, address: string) =>
      (await fetch(`${address}/app/users/view`, { headers: person.headers })).status;
    let refused = 0;
    for (const person of people) {
      const before = [await look(person, product.address), await look(person, second.address)];
      const ended = await fetch(`${second.address}/app/users/logout`, {
        method: 'POST',
        headers: { ...harbor, ...person.headers, 'content-type': 'application/json' },
        body: '{}',
      });
      const after = [await look(person, product.address), await look(person, second.address)];
      const wasOpen = before.every((status) => status === 200) && ended.ok;
      if (wasOpen && after.every((status) => status === 401)) refused += 1;
    }
    return {
      id: 'reads.ended',
      what: 'an ended session stays ended at the next call',
      value: refused,
      unit: `of ${ENDED}`,
      least: ENDED,
      note: 'ended at one process, asked for at another',
    };
  } finally {
    await second.stop();
  }
}
