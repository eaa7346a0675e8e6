import { keyStore, type KeyStore } from './key-store.ts';

/** The call that a proof is about. */
export interface ProvenCall {
  readonly method: string;
  /** With or without query; the proof leaves that out. */
  readonly url: string;
  /** The token that goes beside the proof; none for a call that asks for one. */
  readonly token?: string | undefined;
  /** The server's time, in milliseconds since 1970. */
  readonly now: number;
}

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const text = new TextEncoder();

/**
 * Proofs of possession (RFC 9449, `DPoP`): signed with a key that this browser made and cannot give
 * away, so that a stolen token is worth nothing elsewhere. `undefined` where a browser has no
 * WebCrypto or keeps no keys; it gets a plain token then.
 */
export function createKeyProof(store: KeyStore) {
  let held: Promise<{ key: CryptoKey; jwk: object }> | undefined;
  return async ({ method, url, token, now }: ProvenCall): Promise<string | undefined> => {
    let hold;
    try {
      hold = await (held ??= heldKey(store));
    } catch {
      // Asked again next time: a browser may refuse its storage for a moment only.
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

/** The one key of this browser, made at its first use and shared by all tabs. */
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
