import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withFiles } from './setting-files.ts';
import { settingKind } from './setting-kinds.ts';
import { settingReader } from './setting-reader.ts';

const { names, isKnown, read } = settingReader({
  payment: {
    inside: 'sandbox',
    outside: [
      settingKind('acme', 'Acme Pay', {
        secretKey: { name: 'ACME_KEY', about: 'a secret key', secret: true, group: 'account' },
        publicKey: {
          name: 'ACME_PUBLIC',
          about: 'a public key, pk_…',
          check: /^pk_/,
          group: 'account',
        },
        apiUrl: {
          name: 'ACME_API_URL',
          about: 'an https address',
          address: true,
          default: 'https://api.acme.example',
        },
      }),
      settingKind('bolt', 'Bolt', {
        token: { name: 'BOLT_TOKEN', about: 'a token', secret: true },
      }),
    ],
  },
  tax: {
    inside: 'built-in',
    outside: [
      settingKind('acme', 'Acme Tax', {
        on: { name: 'ACME_TAX', about: 'true', check: /^true$/ },
        secretKey: { name: 'ACME_KEY', about: 'a secret key', secret: true, shared: true },
      }),
    ],
  },
  mail: {
    inside: 'mailbox',
    outside: [
      settingKind('post', 'A post office', {
        from: { name: 'POST_FROM', about: 'the sender' },
        stamp: { name: 'POST_STAMP', about: 'a stamp', optional: true, group: 'stamp' },
        ink: { name: 'POST_INK', about: 'ink', optional: true, group: 'stamp' },
      }),
    ],
  },
});

const brandIds = ['harbor', 'mesa-west'];
const account = { ACME_KEY: 'k1', ACME_PUBLIC: 'pk_1' };

function given(env: Record<string, string>) {
  const problems: string[] = [];
  const { brands } = read(env, brandIds, problems);
  return { problems, harbor: brands.harbor, mesa: brands['mesa-west'] };
}

test('[M11] the settings that are there tell the kind, and nothing is outside without any', () => {
  const none = given({});
  expect(none.problems).toEqual([]);
  expect(none.harbor).toEqual({
    payment: { kind: 'sandbox' },
    tax: { kind: 'built-in' },
    mail: { kind: 'mailbox' },
  });
  const { harbor, mesa, problems } = given({ ...account, POST_FROM: 'a@b.example' });
  expect(problems).toEqual([]);
  expect(harbor).toEqual({
    payment: {
      kind: 'acme',
      secretKey: 'k1',
      publicKey: 'pk_1',
      apiUrl: 'https://api.acme.example',
    },
    tax: { kind: 'built-in' },
    mail: { kind: 'post', from: 'a@b.example' },
  });
  expect(mesa).toEqual(harbor);
});

test('[M11] half a set names everything that is missing, all at once, and each thing once', () => {
  const { problems } = given({ ACME_KEY: 'k1', POST_FROM: 'a@b.example', POST_INK: 'blue' });
  expect(problems).toEqual([
    'ACME_KEY is set, so ACME_PUBLIC is needed: a public key, pk_…',
    'POST_INK is set, so POST_STAMP is needed: a stamp',
  ]);
});

test('[M11] two kinds at once are refused, and so is a value that cannot be one, which is not told', () => {
  expect(given({ ...account, BOLT_TOKEN: 't' }).problems).toEqual([
    'ACME_KEY and BOLT_TOKEN are both set: payment is either Acme Pay or Bolt',
  ]);
  const wrong = { ...account, ACME_PUBLIC: 'sk_live_1', ACME_API_URL: 'api.acme.example' };
  expect(given(wrong).problems).toEqual([
    'ACME_PUBLIC is a public key, pk_…',
    'ACME_API_URL is an https address',
  ]);
});

test('[M11] a setting of another port does not tell a kind, but may be needed by it', () => {
  expect(given(account).harbor?.tax).toEqual({ kind: 'built-in' });
  expect(given({ ...account, ACME_TAX: 'true' }).harbor?.tax).toMatchObject({ secretKey: 'k1' });
  expect(given({ BOLT_TOKEN: 't', ACME_TAX: 'true' }).problems).toEqual([
    'ACME_TAX is set, so ACME_KEY is needed: a secret key',
  ]);
});

test('[M11] an address is kept without the slash at its end', () => {
  const { harbor } = given({ ...account, ACME_API_URL: 'http://127.0.0.1:9/v1/' });
  expect(harbor?.payment).toMatchObject({ apiUrl: 'http://127.0.0.1:9/v1' });
});

describe('settings of one brand', () => {
  test('[M11] win over those of all brands, also with another kind', () => {
    const { harbor, mesa, problems } = given({
      ...account,
      BOLT_TOKEN__MESA_WEST: 't',
      POST_FROM: 'all@b.example',
      POST_FROM__MESA_WEST: 'mesa@b.example',
    });
    expect(problems).toEqual([]);
    expect(harbor).toMatchObject({ payment: { kind: 'acme' }, mail: { from: 'all@b.example' } });
    expect(mesa).toMatchObject({
      payment: { kind: 'bolt', token: 't' },
      mail: { from: 'mesa@b.example' },
    });
  });

  test('[M11] leave the other brand with what is inside', () => {
    const own = { ACME_KEY__HARBOR: 'k1', ACME_PUBLIC__HARBOR: 'pk_1' };
    const { harbor, mesa, problems } = given({ ...own, ACME_API_URL__HARBOR: 'http://a.example' });
    expect(problems).toEqual([]);
    expect(harbor?.payment).toMatchObject({ kind: 'acme', apiUrl: 'http://a.example' });
    expect(mesa?.payment).toEqual({ kind: 'sandbox' });
  });

  test('[M11] are never mixed with the keys of another account', () => {
    expect(given({ ...account, ACME_KEY__MESA_WEST: 'k2' }).problems).toEqual([
      'ACME_KEY__MESA_WEST is set, so ACME_PUBLIC__MESA_WEST is needed: a public key, pk_…',
    ]);
  });

  test('[M11] of a brand that is not there are refused with the names of the brands', () => {
    const wrong = {
      ACME_KEY__MESA: 'k',
      ACME_KEY_HARBOR: 'k',
      ACME_PUBLIC_FILE__HARBOR: '/run/x',
      ACME_KEYS: 'somebody else’s',
    };
    expect(given(wrong).problems).toEqual([
      'ACME_KEY__MESA: there is no brand MESA; the brands are HARBOR, MESA_WEST',
      'ACME_KEY_HARBOR: two underscores before the brand, ACME_KEY__HARBOR',
      'ACME_PUBLIC_FILE__HARBOR: _FILE comes last, ACME_PUBLIC__HARBOR_FILE',
    ]);
  });
});

describe('a setting in a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portside-secrets-'));
    await writeFile(join(folder, 'key'), 'k1\n');
    await writeFile(join(folder, 'blank'), '\n');
  });
  afterAll(() => rm(folder, { recursive: true }));

  function withThem(env: Record<string, string>) {
    const problems: string[] = [];
    return { env: withFiles(env, isKnown, problems), problems };
  }

  test('[M11] is read without the line’s end, for all brands or for one', () => {
    const { env, problems } = withThem({
      ACME_KEY_FILE: join(folder, 'key'),
      ACME_KEY__HARBOR_FILE: join(folder, 'key'),
      OTHER_FILE: join(folder, 'key'),
    });
    expect(problems).toEqual([]);
    expect(env).toMatchObject({ ACME_KEY: 'k1', ACME_KEY__HARBOR: 'k1' });
    expect(env).not.toHaveProperty('OTHER');
    expect(names).toContain('ACME_KEY');
  });

  test('[M11] counts where the setting itself is there and empty, as a compose file leaves it', () => {
    const { env, problems } = withThem({ ACME_KEY: '', ACME_KEY_FILE: join(folder, 'key') });
    expect(problems).toEqual([]);
    expect(env).toMatchObject({ ACME_KEY: 'k1' });
  });

  test('[M11] with two lines is no key: each call would refuse it, in an error that shows it', () => {
    expect(given({ BOLT_TOKEN: 'new-token\nold-token' }).problems).toEqual([
      'BOLT_TOKEN is a token, in one line',
    ]);
  });

  test('[M11] that is not there, or is empty, or stands twice, is named', () => {
    const env = { ACME_KEY_FILE: join(folder, 'none'), BOLT_TOKEN_FILE: join(folder, 'blank') };
    expect(withThem(env).problems).toEqual([
      `ACME_KEY_FILE: the file ${join(folder, 'none')} can't be read (ENOENT)`,
      `BOLT_TOKEN_FILE: the file ${join(folder, 'blank')} is empty`,
    ]);
    const twice = { ACME_KEY: 'k', ACME_KEY_FILE: join(folder, 'key') };
    expect(withThem(twice).problems).toEqual([
      'ACME_KEY and ACME_KEY_FILE are both set: only one of them',
    ]);
  });
});
