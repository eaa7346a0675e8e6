import { createDecipheriv, createECDH } from 'node:crypto';
import { contentKeys } from '../web-push/encrypt.ts';

/** As a browser opens a message (RFC 8291). @throws Error when it was made for another one */
export function decrypt(body: Buffer, own: { privateKey: string; auth: string }): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  if (body.readUInt32BE(16) < sealed.length) throw new Error('It has more than one record');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(own.privateKey, 'base64url'));
  const { key, nonce } = contentKeys({
    shared: ecdh.computeSecret(senderKey),
    auth: Buffer.from(own.auth, 'base64url'),
    browserKey: ecdh.getPublicKey(),
    senderKey,
    salt,
  });
  const opening = createDecipheriv('aes-128-gcm', key, nonce);
  opening.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]);
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error('Its last record has no end');
  return plain.subarray(0, end).toString();
}
