import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Secrets } from '../settings/secrets.ts';

/** A stable name for logs that reveals no address. */
export const networkKey = (secrets: Secrets, { network }: { network: string }): string =>
  secrets.mac(networkOf(network), 'log').slice(0, 16);

/** One IPv6 host has a whole /64. Some proxies append a port, another one for each connection. */
export function networkOf(told: string): string {
  if (isIPv4(told)) return told;
  const [, bracketed] = /^\[(.*)\](?::\d+)?$/.exec(told) ?? [];
  const address = bracketed ?? told.replace(/^([\d.]+):\d+$/, '$1');
  if (isIP(address) === 0) return 'unknown';
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (!('parts' in ip)) return ip.toString();
  const network = ip.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
