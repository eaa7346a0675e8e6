import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyProof } from './key-proof.ts';
import type { KeyStore } from './key-store.ts';

/** What IndexedDB does, in memory: keeps the key itself, never its bytes. */
function memory() {
  const kept: CryptoKeyPair[] = [];
  const store: KeyStore = {
    read: async () => kept[0],
    save: async (pair) => {
      if (kept.length === 0) kept.push(pair);
      return kept[0] ?? pair;
    },
  };
  return { store, kept };
}

const now = Date.UTC(2026, 10, 21, 12, 0, 30, 700);
const login = { method: 'POST', url: 'https://shop.example/app/users/login', now };

function read(jwt: string | undefined) {
  const [header = '', claims = '', signature = ''] = (jwt ?? '').split('.');
  const part = (text: string) =>
    JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  const { jwk, ...rest } = part(header);
  const genuine = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    {
      key: createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  );
  return { header: rest, jwk: jwk as JsonWebKey, claims: part(claims), genuine };
}

test('[I01] the proof of a login is signed by the key that it names, and says which call it is about', async () => {
  const { header, claims, genuine, jwk } = read(await createKeyProof(memory().store)(login));
  expect(genuine).toBe(true);
  expect(header).toEqual({ typ: 'dpop+jwt', alg: 'ES256' });
  expect(jwk).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: expect.any(String) as string,
    y: expect.any(String) as string,
  });
  expect(claims).toEqual({
    jti: expect.any(String) as string,
    htm: 'POST',
    htu: 'https://shop.example/app/users/login',
    iat: Math.floor(now / 1000),
  });
});

test('[I01] with a token the proof carries its hash, and leaves the query out', async () => {
  const url = 'https://shop.example/app/users/activity?cursor=7';
  const prove = createKeyProof(memory().store);
  const { claims, genuine } = read(await prove({ method: 'GET', url, token: 'a.b.c', now }));
  expect(genuine).toBe(true);
  expect(claims).toMatchObject({
    htm: 'GET',
    htu: 'https://shop.example/app/users/activity',
    ath: createHash('sha256').update('a.b.c').digest('base64url'),
  });
});

test('[I01] every proof is new, and all of a browser are by one key, also after a reload', async () => {
  const { store, kept } = memory();
  const prove = createKeyProof(store);
  const [first, second] = (await Promise.all([prove(login), prove(login)])).map(read);
  const afterReload = read(await createKeyProof(store)(login));
  expect(kept).toHaveLength(1);
  expect(new Set([first, second, afterReload].map((one) => one?.claims['jti'])).size).toBe(3);
  expect([second?.jwk, afterReload.jwk]).toEqual([first?.jwk, first?.jwk]);
});

test('[I01] the key cannot leave the browser', async () => {
  const { store, kept } = memory();
  await createKeyProof(store)(login);
  const key = kept[0]?.privateKey as CryptoKey;
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('jwk', key)).rejects.toThrow(/not extractable/);
});

test('[I01] a browser that keeps no keys sends no proof, and is asked again the next time', async () => {
  const { store } = memory();
  let forbidden = true;
  const prove = createKeyProof({
    ...store,
    read: () => (forbidden ? Promise.reject(new Error('SecurityError')) : store.read()),
  });
  expect(await prove(login)).toBeUndefined();
  forbidden = false;
  expect(read(await prove(login)).genuine).toBe(true);
});
