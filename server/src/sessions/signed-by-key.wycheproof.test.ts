import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isMac } from './session-token.ts';
import { isSignedBy, publicKeyOf, readJws } from './signed-by-key.ts';

/**
 * Project Wycheproof's own files, as they are: `WYCHEPROOF` names its folder `testvectors_v1`. They
 * are under Apache-2.0 and no part of this repository.
 */
const folder = process.env['WYCHEPROOF'] ?? '';

interface Case {
  readonly tcId: number;
  readonly comment: string;
  readonly result: 'valid' | 'invalid';
}
type Jwk = Readonly<Record<string, unknown>>;
interface SignatureGroup {
  readonly publicKey: { readonly uncompressed?: string; readonly pk?: string };
  readonly tests: readonly (Case & { readonly msg: string; readonly sig: string })[];
}
interface JwsGroup {
  readonly public?: Jwk;
  readonly private: Jwk & { readonly keys?: readonly Jwk[] };
  readonly tests: readonly (Case & { readonly jws: unknown })[];
}

async function groupsOf<G>(name: string): Promise<readonly G[]> {
  const text = await readFile(join(folder, `${name}_test.json`), 'utf8');
  return (JSON.parse(text) as { testGroups: readonly G[] }).testGroups;
}

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

test.each([
  ['ecdsa_secp256r1_sha256_p1363', 'ES256', 200],
  ['ed25519', 'EdDSA', 100],
])('[I01] Wycheproof, %s: valid is taken and invalid is refused', async (file, alg, least) => {
  let count = 0;
  for (const { publicKey, tests } of await groupsOf<SignatureGroup>(file)) {
    const { uncompressed = '', pk = '' } = publicKey;
    const [x, y] = [uncompressed.slice(2, 66), uncompressed.slice(66)].map(base64url);
    const ed = { kty: 'OKP', crv: 'Ed25519', x: base64url(pk) };
    const key = publicKeyOf(alg, alg === 'EdDSA' ? ed : { kty: 'EC', crv: 'P-256', x, y });
    for (const { tcId, comment, msg, sig, result } of tests) {
      const [message, signature] = [Buffer.from(msg, 'hex'), Buffer.from(sig, 'hex')];
      const holds = key !== undefined && isSignedBy(key, message, signature);
      expect(holds, `${tcId} ${comment}`).toBe(result === 'valid');
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(least);
});

test.each(['json_web_signature', 'json_web_key', 'json_web_crypto'])(
  '[I01] Wycheproof, %s: ES256 as it says, and everything else is refused',
  async (file) => {
    let taken = 0;
    for (const group of await groupsOf<JwsGroup>(file)) {
      const keys = group.private.keys ?? [group.public ?? group.private];
      for (const { tcId, comment, jws, result } of group.tests) {
        const isOurs = result === 'valid' && keys.some(({ alg }) => alg === 'ES256');
        const text = typeof jws === 'string' ? jws : JSON.stringify(jws);
        const reads = keys.some((key) => readJws(text, () => key) !== undefined);
        expect(reads, `${tcId} ${comment}`).toBe(isOurs);
        if (reads) taken += 1;
      }
    }
    if (file === 'json_web_signature') expect(taken).toBeGreaterThan(1);
  },
);

test('[I01] Wycheproof, json_web_signature: a MAC has one spelling', async () => {
  let count = 0;
  for (const group of await groupsOf<JwsGroup>('json_web_signature')) {
    const { kty, k } = group.private;
    if (kty !== 'oct') continue;
    for (const { tcId, comment, jws, result } of group.tests) {
      const parts = /^([\w-]+\.[\w-]+)\.(.*)$/s.exec(String(jws));
      // How head and body are spelled is ours to say: session-token.ts takes its own head only.
      if (!parts || /Header|Payload|Padding|IncorrectlyEncoded/.test(comment)) continue;
      const [, signed = '', signature = ''] = parts;
      const key = Buffer.from(String(k), 'base64url');
      const holds = isMac(signature, createHmac('sha256', key).update(signed).digest());
      expect(holds, `${tcId} ${comment}`).toBe(result === 'valid');
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(8);
});
