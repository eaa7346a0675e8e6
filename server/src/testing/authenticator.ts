import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** WebAuthn's flags: user present, user verified, credential included. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const INCLUDED = 0x40;

/** A passkey of a phone, made of software: makes one credential and signs with it. */
export interface Authenticator {
  readonly id: string;
  create(options: PasskeyOptions, origin: string): PasskeyJson;
  get(options: PasskeyOptions, origin: string, change?: Change): PasskeyJson;
}

interface PasskeyOptions {
  challenge?: unknown;
  rp?: unknown;
  rpId?: unknown;
}

type PasskeyJson = {
  [more: string]: unknown;
  id: string;
  rawId: string;
  type: 'public-key';
  response: { [more: string]: unknown; clientDataJSON: string };
};

/** What an attacker would have differently. */
interface Change {
  rpId?: string;
  flags?: number;
  challenge?: string;
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const url64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64url');

export function makeAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = url64(rawId);
  let counter = 0;
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpId: string, flags: number, more: Uint8Array = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const wrap = (response: PasskeyJson['response']): PasskeyJson => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    id,
    create(options, origin) {
      const { id: rpId } = options.rp as { id: string };
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, rawId, coseKey(publicKey)]);
      const bytes = authData(rpId, PRESENT | VERIFIED | INCLUDED, attested);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(bytes)],
      ]);
      const client = clientData('webauthn.create', String(options.challenge), origin);
      return {
        ...wrap({ clientDataJSON: url64(client), attestationObject: url64(attestation) }),
      };
    },
    get(options, origin, change = {}) {
      const rpId = change.rpId ?? String(options.rpId);
      const bytes = authData(rpId, change.flags ?? PRESENT | VERIFIED);
      const challenge = change.challenge ?? String(options.challenge);
      const client = clientData('webauthn.get', challenge, origin);
      const signed = Buffer.concat([bytes, sha256(client)]);
      const signature = createSign('sha256').update(signed).sign(privateKey);
      return wrap({
        clientDataJSON: url64(client),
        authenticatorData: url64(bytes),
        signature: url64(signature),
      });
    },
  };
}

/** ES256 over P-256 (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

const cborMap = (pairs: readonly (readonly [Uint8Array, Uint8Array])[]) =>
  Buffer.concat([Buffer.from([0xa0 + pairs.length]), ...pairs.flat()]);

const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** In the shortest form, as every authenticator has it. */
function cborBytes(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
