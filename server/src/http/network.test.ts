import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('one IPv6 network counts once, however its addresses are written', () => {
  const network = '2001:db8:0:1::/64';
  expect(networkOf('2001:db8:0:1:aaaa:bbbb:cccc:dddd')).toBe(network);
  expect(networkOf('2001:db8:0:1::5')).toBe(network);
  expect(networkOf('2001:db8::1:0:0:0:1')).toBe(network);
  expect(networkOf('2001:0DB8:0000:0001::5')).toBe(network);
  expect(networkOf('2001:db8:0:2::5')).not.toBe(network);
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});

test('a port behind an address makes no new network, and what is no address is all one', () => {
  expect(networkOf('203.0.113.7:50123')).toBe('203.0.113.7');
  expect(networkOf('[2001:db8:0:1::5]:50123')).toBe('2001:db8:0:1::/64');
  expect(networkOf('fe80::1%eth0')).toBe(networkOf('fe80::2%eth1'));
  expect(networkOf('fe80::1%eth-0.5')).toBe('fe80:0:0:0::/64');
  expect(networkOf('_hidden')).toBe('unknown');
  expect(networkOf('gone')).toBe('unknown');
});

test('an IPv4 address counts for itself', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('::ffff:cb00:7107')).toBe('203.0.113.7');
  for (const none of ['3405803783', '0xcb.0.0x71.7', '203.0.113', '203.0.113.07']) {
    expect(networkOf(none)).toBe('unknown');
  }
});
