import { isIPv4, isIPv6 } from 'node:net';
import type { Secrets } from './secrets.ts';

/** A network's name in the log: the same one again and again, and nobody can read whose it is. */
export const networkKey = (secrets: Secrets, { network }: { network: string }): string =>
  secrets.mac(networkOf(network), 'log').slice(0, 16);

/**
 * Whoever has one IPv6 address has the 2^64 beside it too. Some proxies write the port behind the
 * address, and it is another one for each connection.
 */
export function networkOf(told: string): string {
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(told) ?? [];
  const address = bracketed ?? told.replace(/^([\d.]+):\d+$/, '$1');
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(address)) return isIPv4(address) ? address : 'unknown';
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
