import { keyStore, type KeyStore } from './key-store.ts';

export interface ProvenCall {
  readonly method: string;
  readonly url: string;
  readonly token?: string | undefined;
  /** Server time in milliseconds. */
  readonly now: number;
}

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const text = new TextEncoder();

/**
 * Proof of possession (RFC 9449, `DPoP`): the key never leaves the browser, so a stolen token is
 * useless elsewhere. Undefined without WebCrypto or storage; the token is a plain one then.
 */
export function createKeyProof(store: KeyStore) {
  let held: Promise<{ key: CryptoKey; jwk: object }> | undefined;
  return async ({ method, url, token, now }: ProvenCall): Promise<string | undefined> => {
    let hold;
    try {
      hold = await (held ??= heldKey(store));
    } catch {
      // Storage may be refused for a moment only.
      held = undefined;
      return undefined;
    }
    const { origin, pathname } = new URL(url);
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: hold.jwk };
    const claims = {
      jti: crypto.randomUUID(),
      htm: method,
      htu: origin + pathname,
      iat: Math.floor(now / 1000),
      ...(token === undefined ? {} : { ath: encoded(await hashOf(token)) }),
    };
    const signed = `${asPart(header)}.${asPart(claims)}`;
    const signature = await crypto.subtle.sign(SIGNING, hold.key, text.encode(signed));
    return `${signed}.${encoded(signature)}`;
  };
}

export const proveKey = createKeyProof(keyStore);

/** One key for all tabs. */
async function heldKey(store: KeyStore) {
  const pair =
    (await store.read()) ??
    (await store.save(await crypto.subtle.generateKey(KEY, false, ['sign', 'verify'])));
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return { key: pair.privateKey, jwk: { kty, crv, x, y } };
}

const hashOf = (token: string) => crypto.subtle.digest('SHA-256', text.encode(token));

const asPart = (part: object) => encoded(text.encode(JSON.stringify(part)));

function encoded(bytes: ArrayBuffer | Uint8Array): string {
  const chars = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(chars).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
