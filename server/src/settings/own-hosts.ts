import ipaddr from 'ipaddr.js';

const own = ['loopback', 'private', 'uniqueLocal'];

/**
 * Loopback, an address of a private network, or a name without a dot: a host beside ours, which a
 * call reaches without leaving the own network. @param hostname as of a URL
 */
export function isOwnHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(host)) return own.includes(ipaddr.process(host).range());
  return host !== '' && (!host.includes('.') || host.endsWith('.localhost'));
}
