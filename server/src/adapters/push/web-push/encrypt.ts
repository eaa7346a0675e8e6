import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '../push.ts';

const KEY_LENGTH = 65;
const RECORD_SIZE = 4096;
/** Its length tells nothing about the words. */
const PADDED_TO = 512;

/** The key pair and the salt of one message. */
export interface OneMessage {
  readonly privateKey: Buffer;
  readonly salt: Buffer;
}

/** Message encryption for Web Push, `aes128gcm` (RFC 8291, 8188). @param made tests alone */
export function encrypt(
  payload: string,
  { p256dh, auth }: Omit<PushSubscription, 'endpoint'>,
  { made, padTo = PADDED_TO }: { made?: OneMessage; padTo?: number } = {},
): Buffer {
  const ours = createECDH('prime256v1');
  if (made) ours.setPrivateKey(made.privateKey);
  else ours.generateKeys();
  const theirKey = Buffer.from(p256dh, 'base64url');
  const salt = made?.salt ?? randomBytes(16);
  const { key, nonce } = contentKeys({
    shared: ours.computeSecret(theirKey),
    auth: Buffer.from(auth, 'base64url'),
    browserKey: theirKey,
    senderKey: ours.getPublicKey(),
    salt,
  });
  const words = Buffer.from(payload);
  // 2 ends the words of the last record; zeros follow.
  const plain = Buffer.alloc(Math.max(padTo, words.length + 1));
  words.copy(plain);
  plain[words.length] = 2;
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_SIZE);
  sizes[4] = KEY_LENGTH;
  return Buffer.concat([salt, sizes, ours.getPublicKey(), sealed]);
}

/** Of both sides: who has one of the two private keys knows `shared`. */
export function contentKeys({
  shared,
  auth,
  browserKey,
  senderKey,
  salt,
}: Readonly<Record<'shared' | 'auth' | 'browserKey' | 'senderKey' | 'salt', Buffer>>) {
  const derive = (secret: Buffer, with_: Buffer, about: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, about, length));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const first = derive(shared, auth, about, 32);
  return {
    key: derive(first, salt, 'Content-Encoding: aes128gcm\0', 16),
    nonce: derive(first, salt, 'Content-Encoding: nonce\0', 12),
  };
}

/** A point of the curve, and a secret of 16 bytes. */
export function areKeys({ p256dh, auth }: Omit<PushSubscription, 'endpoint'>): boolean {
  try {
    const point = Buffer.from(p256dh, 'base64url');
    const probe = createECDH('prime256v1');
    probe.generateKeys();
    probe.computeSecret(point);
    return point.length === KEY_LENGTH && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}
