import type { Endpoint, Method } from '@portside/contract/endpoint';
import { served } from '../../server/src/slices.ts';
import { rightInput } from '../../server/src/testing/wrong-inputs.ts';
import type { Target } from './plan.ts';

/** Every call of the contract, each on every path that it has, and every address of notices. */
export function targetsOf({
  routes,
  console: { routes: ofStaff },
  notices,
}: typeof served): Target[] {
  const endpoints = [...routes, ...ofStaff].map(({ endpoint }) => endpoint);
  return [...endpoints.flatMap(targetsAt), ...Object.keys(notices).flatMap(noticesOf)];
}

const ending = new Set(['staffLogout', 'endStaffSession']);

function targetsAt({ name, wire, also = [], input, headers }: Endpoint): Target[] {
  const right = rightInput(input);
  return [wire, ...also].map((one) => {
    const [method, path] = one.split(' ') as [Method, string];
    return { name, method, path, right, headers, endsSession: ending.has(name) };
  });
}

/** As a provider sends them, without its signature. */
const noticesOf = (from: string): Target[] =>
  ['', '/mesa'].map((brand) => ({
    name: `${from} notice`,
    method: 'POST',
    path: `/app/notices/${from}${brand}`,
    right: { id: 'evt_1', type: 'charge.succeeded', data: { id: 'x' }, created: 1 },
    endsSession: false,
    headers: { signature: 'x-signature' },
  }));
