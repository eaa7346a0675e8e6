import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeSecrets } from '../settings/secrets.ts';
import { tokenHashOf } from './key-proof.ts';
import published from './published-signatures.json' with { type: 'json' };
import { isMac, readToken } from './session-token.ts';
import { isSignedBy, publicKeyOf, readJws, readSigned } from './signed-by-key.ts';

const { es256, eddsa, hs256, proofs } = published;
const hex = (text: string) => Buffer.from(text, 'hex');
const coordinate = (text: string) => hex(text).toString('base64url');
const part = (text: string | Uint8Array) => Buffer.from(text).toString('base64url');
const partsOf = (jws: string) => {
  const [head = '', body = '', signature = ''] = jws.split('.');
  return { head, body, signature };
};

/** The same bytes, spelled so that Node's decoder reads them all the same. */
const spelledWrong = (text: string) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = letters.indexOf(text.at(-1) ?? '');
  const unusedBit = text.slice(0, -1) + (letters[last + 1] ?? '');
  const other = text.replaceAll('-', '+').replaceAll('_', '/');
  const all = [unusedBit, `${text}=`, `${text}==`, `${text}A`, ` ${text}`, `${text}\n`];
  return [...all, `${text.slice(0, 9)}\r\n${text.slice(9)}`, ...(other === text ? [] : [other])];
};

test('[I01] the examples of RFC 7515 and 8037 are read by the key beside them', () => {
  for (const { jws, jwk } of [es256, eddsa]) {
    const { body } = partsOf(jws);
    expect(part(readJws(jws, () => jwk)?.payload ?? '')).toBe(body);
  }
  expect(readJws(eddsa.jws, () => eddsa.jwk)?.thumbprint).toBe(eddsa.thumbprint);
});

test('[I01] the proofs of RFC 9449 are read, with the thumbprint and the hash that it names', () => {
  for (const { jwt, claims, figure } of proofs.signed) {
    const read = readSigned(jwt, 'dpop+jwt');
    expect(read, `figure ${figure}`).toEqual({ thumbprint: proofs.thumbprint, claims });
    expect(readSigned(jwt, 'JWT')).toBeUndefined();
    const { head, body, signature } = partsOf(jwt);
    for (const wrong of spelledWrong(signature)) {
      expect(readSigned(`${head}.${body}.${wrong}`, 'dpop+jwt'), wrong).toBeUndefined();
    }
  }
  expect(tokenHashOf(proofs.token)).toBe(proofs.signed[2]?.claims.ath);
});

test('[I01] other algorithms, forms and headers of the RFCs are refused by every key', () => {
  const all = { ...published.refused, 'RFC 7515 A.1, HS256': hs256.jws };
  const keys = [es256.jwk, eddsa.jwk, proofs.jwk, { kty: 'oct', k: hs256.key }];
  for (const [name, jws] of Object.entries(all)) {
    for (const jwk of keys)
      expect(
        readJws(jws, () => jwk),
        name,
      ).toBeUndefined();
  }
  expect(readJws(es256.jws, () => eddsa.jwk)).toBeUndefined();
  expect(readJws(eddsa.jws, () => es256.jwk)).toBeUndefined();
  expect(readJws(es256.jws, () => proofs.jwk)).toBeUndefined();
});

test('algorithm confusion: the public key is nobody’s secret', () => {
  const { body } = partsOf(es256.jws);
  const head = part('{"alg":"HS256"}');
  for (const secret of [JSON.stringify(es256.jwk), es256.jwk.x, Buffer.from(es256.jwk.x)]) {
    const mac = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
    expect(readJws(`${head}.${body}.${mac}`, () => es256.jwk)).toBeUndefined();
  }
});

test('[I01] HS256: the example of RFC 7515 and 7519 has its MAC, in one spelling', () => {
  const { head, body, signature } = partsOf(hs256.jws);
  const key = Buffer.from(hs256.key, 'base64url');
  const mac = createHmac('sha256', key).update(`${head}.${body}`).digest();
  expect(isMac(signature, mac)).toBe(true);
  for (const wrong of [...spelledWrong(signature), '', signature.slice(1)]) {
    expect(isMac(wrong, mac), wrong).toBe(false);
  }
  // A token of ours has one header, and this is not it.
  const secrets = { ...makeSecrets([part(Buffer.alloc(32, 1))]), sign: () => mac };
  const clock = { now: () => new Date(1_300_819_000_000) };
  expect(readToken({ secrets, clock }, 6, hs256.jws)).toBeUndefined();
});

test('[I01] the signatures of RFC 6979 and 8032 hold, and with any bit changed they do not', () => {
  for (const { alg, x, y, ...one } of published.signatures) {
    const okp = { kty: 'OKP', crv: 'Ed25519', x: coordinate(x) };
    const ec = { kty: 'EC', crv: 'P-256', x: coordinate(x), y: coordinate(y ?? '') };
    const key = publicKeyOf(alg, alg === 'EdDSA' ? okp : ec);
    const holds = (signature: Uint8Array, message = hex(one.message)) =>
      key !== undefined && isSignedBy(key, message, signature);
    const right = hex(one.signature);
    expect(holds(right), one.source).toBe(true);
    expect(holds(right, Buffer.from(`${one.message}.`))).toBe(false);
    for (let bit = 0; bit < 512; bit += 1) {
      const changed = Buffer.from(right);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(holds(changed), `${one.source}, bit ${bit}`).toBe(false);
    }
    const zero = Buffer.alloc(1);
    const [r, s] = [right.subarray(0, 32), right.subarray(32)];
    for (const wrong of [
      Buffer.alloc(0),
      right.subarray(1),
      right.subarray(0, 63),
      Buffer.concat([right, zero]),
      Buffer.concat([zero, right]),
      Buffer.concat([zero, r, zero, s]),
      Buffer.concat([r, zero, s]),
      Buffer.concat([s, r]),
    ]) {
      expect(holds(wrong), wrong.toString('hex')).toBe(false);
    }
  }
});

test('[I01] a number of a signature is above nothing and below the order of its curve', () => {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const bytes = (number: bigint) => hex(number.toString(16).padStart(64, '0'));
  const { head, body, signature } = partsOf(es256.jws);
  const key = publicKeyOf('ES256', es256.jwk);
  if (!key) throw new Error('The key of the example was not read');
  const message = Buffer.from(`${head}.${body}`);
  const right = Buffer.from(signature, 'base64url');
  const [r, s] = [0, 32].map((at) => BigInt(`0x${right.toString('hex', at, at + 32)}`));
  const edges = [0n, 1n, order - 1n, order, order + 1n, 2n ** 256n - 1n];
  for (const one of [r ?? 0n, ...edges]) {
    for (const other of [s ?? 0n, ...edges]) {
      const holds = isSignedBy(key, message, Buffer.concat([bytes(one), bytes(other)]));
      expect(holds, `${one}, ${other}`).toBe(one === r && other === s);
    }
  }
  // EdDSA, RFC 8032, 5.1.7: S is below the order, though S + order fits as well.
  const ed = publicKeyOf('EdDSA', eddsa.jwk);
  if (!ed) throw new Error('The key of the example was not read');
  const edOrder = 2n ** 252n + 27742317777372353535851937790883648493n;
  const example = partsOf(eddsa.jws);
  const small = Buffer.from(example.signature, 'base64url');
  const big = BigInt(`0x${Buffer.from(small.subarray(32).toReversed()).toString('hex')}`);
  const moved = Buffer.concat([small.subarray(0, 32), bytes(big + edOrder).toReversed()]);
  const said = Buffer.from(`${example.head}.${example.body}`);
  expect([small, moved].map((one) => isSignedBy(ed, said, one))).toEqual([true, false]);
});

/** Rightly signed, whatever it says. */
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const own = pair.publicKey.export({ format: 'jwk' });
function signedAs(head: string, body: string, { privateKey } = pair): string {
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), key).toString('base64url')}`;
}
const claims = part('{"jti":"one","iat":1}');
const headWith = (more: object) =>
  part(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: own, ...more }));
const reads = (head: string, body = claims) =>
  readSigned(signedAs(head, body), 'dpop+jwt') !== undefined;

test('[I01] a header that asks for more than a signature is refused, though it is rightly signed', () => {
  expect(reads(headWith({}))).toBe(true);
  expect(reads(headWith({ kid: 'any', jwk: { ...own, key_ops: ['verify'], use: 'sig' } }))).toBe(
    true,
  );
  for (const more of [
    { crit: ['exp'] },
    { crit: [] },
    { crit: '' },
    { crit: null },
    { b64: false },
    { b64: false, crit: ['b64'] },
    { alg: 'none' },
    { alg: 'RS256' },
    { alg: 'es256' },
    { alg: 'EdDSA' },
    { alg: ['ES256'] },
    { alg: undefined },
    { jwk: undefined },
    { jwk: [own] },
    { jwk: { ...own, alg: 'ES384' } },
    { jwk: { ...own, use: 'enc' } },
    { jwk: { ...own, key_ops: ['encrypt'] } },
    { jwk: { ...own, key_ops: 'verify' } },
    { jwk: { ...own, d: 'AA' } },
    { jwk: { ...own, crv: 'P-384' } },
    { jwk: { ...own, y: own.x } },
    {
      jwk: {
        ...own,
        x: Buffer.concat([Buffer.alloc(1), Buffer.from(own.x ?? '', 'base64url')]).toString(
          'base64url',
        ),
      },
    },
    ...spelledWrong(own.x ?? '').map((x) => ({ jwk: { ...own, x } })),
    ...spelledWrong(own.y ?? '').map((y) => ({ jwk: { ...own, y } })),
  ]) {
    expect(reads(headWith(more)), JSON.stringify(more)).toBe(false);
  }
});

test('[I01] ES256 is of P-256, though another curve has numbers as long', () => {
  const bitcoins = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
  const head = headWith({ jwk: bitcoins.publicKey.export({ format: 'jwk' }) });
  expect(readSigned(signedAs(head, claims, bitcoins), 'dpop+jwt')).toBeUndefined();
});

test('[I01] a name stands once, in header and claims, and text is UTF-8', () => {
  const header = JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: own });
  const twice = [
    header.replace('{', '{"alg":"none",'),
    header.replace('{', '{ "\\u0061lg" : "none",'),
    header.replace('"jwk":{', '"jwk":{"kty":"oct",'),
  ];
  for (const one of twice) expect(reads(part(one)), one).toBe(false);
  expect(reads(headWith({}), part('{"jti":"one","iat":1,"iat":2}'))).toBe(false);
  expect(reads(headWith({}), part('{"jti":"one","a":[{"b":1,"b":1}]}'))).toBe(false);
  const fine =
    '{ "jti" : "iat\\": \\\\" , "iat":1, "a":["jti:", {"jti":""}, ":", null], "__proto__":{} }';
  expect(reads(headWith({}), part(fine))).toBe(true);
  expect(reads(headWith({}), part(hex('7b226a7469223a22ff227d')))).toBe(false);
  expect(reads(headWith({}), part('\uFEFF{"jti":"one"}'))).toBe(false);
  for (const none of ['[]', 'null', '"jti"', '1', '{', '{"jti":"one"} {}', '[['.repeat(9000)]) {
    expect(reads(headWith({}), part(none)), none.slice(0, 20)).toBe(false);
  }
});

test('[I01] header and claims have one spelling, though each of them was rightly signed', () => {
  const texts = ['{"jti":"one","iat":1}', '{"jti":"one","iat":1} ', '{"jti":"one","iat":1}  '];
  for (const text of texts) {
    expect(reads(headWith({}), part(text))).toBe(true);
    for (const wrong of spelledWrong(part(text))) {
      // Nothing is left unused in a full last group: another last letter is another text.
      if (text.length % 3 === 0 && wrong.length === part(text).length) continue;
      expect(reads(headWith({}), wrong), wrong).toBe(false);
    }
  }
  const jws = signedAs(headWith({}), claims);
  for (const wrong of [
    `${jws}.`,
    `.${jws}`,
    `${jws}.${claims}`,
    `${jws}\n`,
    jws.replace('.', ''),
  ]) {
    expect(readSigned(wrong, 'dpop+jwt')).toBeUndefined();
  }
});
