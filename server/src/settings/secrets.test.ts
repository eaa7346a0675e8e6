import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSecrets } from './secrets.ts';

const key = () => randomBytes(32).toString('base64');

test('what was sealed is read back only where it belongs, and never twice the same', () => {
  const secrets = makeSecrets([key()]);
  const sealed = secrets.seal('1234', 'port_ins:pin:prt_1');
  expect(sealed).not.toContain('1234');
  expect(secrets.open(sealed, 'port_ins:pin:prt_1')).toBe('1234');
  expect(() => secrets.open(sealed, 'port_ins:pin:prt_2')).toThrow(/authenticate/);
  expect(secrets.seal('1234', 'port_ins:pin:prt_1')).not.toBe(sealed);
});

test('a new master key seals while the old one still opens; a foreign one opens nothing', () => {
  const [old, fresh] = [key(), key()];
  const before = makeSecrets([old]).seal('secret', 'here');
  const rotated = makeSecrets([fresh, old]);
  expect(rotated.open(before, 'here')).toBe('secret');
  const after = rotated.seal('secret', 'here');
  expect(makeSecrets([fresh]).open(after, 'here')).toBe('secret');
  expect(() => makeSecrets([key()]).open(after, 'here')).toThrow(/key that is not among/);
});
