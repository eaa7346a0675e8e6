import { isIP } from 'node:net';

/** Whose `X-Forwarded-*` is believed. */
export type Proxies = 'none' | { readonly hops: number } | { readonly networks: readonly string[] };

/** `true` (one proxy), a number, or networks: `10.0.0.0/8, 2001:db8::/32`; else undefined. */
export function readProxies(text: string): Proxies | undefined {
  if (text === '' || text === 'false') return 'none';
  if (text === 'true') return { hops: 1 };
  if (/^[1-9]$/.test(text)) return { hops: Number(text) };
  const networks = text.split(',').map((one) => one.trim());
  return networks.every(isNetwork) ? { networks } : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const widest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (widest === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= widest);
}

/**
 * Fastify reads the addresses from our socket to the left. Only what our own proxies wrote counts;
 * visitors may forge the rest.
 */
export function trusted(proxies: Proxies): boolean | string[] | TrustHop {
  if (proxies === 'none') return false;
  if ('networks' in proxies) return [...proxies.networks];
  return (_address, hop) => hop < proxies.hops;
}

type TrustHop = (address: string, hop: number) => boolean;
