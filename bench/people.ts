import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { demoPassword } from '@portside/contract/demo-people';
import { customerEmail } from '../server/src/testing/big-rows.ts';
import type { Asker } from './drive.ts';

/** The headers of the demo brand. */
export const harbor = {
  'x-api-key': 'harbor-demo-key',
  'company-code': 'WEB-1',
  mvnoid: '6',
} as const;

const AT_ONCE = 8;

/** Somebody of a big database who is logged in. */
export interface Person {
  readonly token: string;
  /** What the product asks for. */
  readonly headers: Asker;
  /** What the bare server asks for. */
  readonly bareHeaders: Asker;
  /** A browser's proof that it holds the key of its token (RFC 9449); each can be used once. */
  prove(path: string): Asker;
}

/** Each from its own network; `bound` with a key. */
export async function logIn(
  address: string,
  customers: readonly number[],
  { bound = false }: { bound?: boolean } = {},
): Promise<Person[]> {
  const people: Person[] = [];
  const waiting = [...customers.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, customer] = next;
      people[at] = await logInOne(address, customer, bound);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return people;
}

async function logInOne(address: string, customer: number, bound: boolean): Promise<Person> {
  const prove = prover(address);
  const path = '/app/users/login';
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: {
      ...harbor,
      'content-type': 'application/json',
      'x-forwarded-for': networkOf(customer),
      ...(bound && prove('POST', path)),
    },
    body: JSON.stringify({ email: customerEmail(customer), password: demoPassword }),
  });
  if (!answer.ok) throw new Error(`Nobody was logged in: ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { sid } = claims as { sid: string };
  return {
    token,
    headers: { ...harbor, authorization: `Bearer ${token}` },
    bareHeaders: { authorization: `Bearer ${sid}` },
    prove: (path) => prove('GET', path, token),
  };
}

/** Where this customer calls from. */
export const networkOf = (customer: number) =>
  `10.${(customer >> 16) & 255}.${(customer >> 8) & 255}.${customer & 255}`;

/** A browser's key, and what is signed with it. */
function prover(address: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const header = encoded({ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv, x, y } });
  return (method: string, path: string, token?: string): { dpop: string } => {
    const claims = encoded({
      htm: method,
      htu: `${address}${path.split('?', 1)[0]}`,
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1000),
      ...(token && { ath: createHash('sha256').update(token).digest('base64url') }),
    });
    const signed = `${header}.${claims}`;
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return { dpop: `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}` };
  };
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
