import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Each use has its own key. Sealed values name theirs, so that master keys can be rotated. */
export interface Secrets {
  /** Of the master keys, as sealed values name them; the first one seals. They give nothing away. */
  readonly ids: readonly string[];
  /** AES-256-GCM; `about` (table, column, row) must match when opening. */
  seal(plain: string, about: string): string;
  open(sealed: string, about: string): string;
  /** HMAC-SHA256 in hex. */
  mac(text: string, use: string): string;
  /** By every master key, the newest first: to check what an older one may have made. */
  macs(text: string, use: string): readonly [string, ...string[]];
  key(use: string): Uint8Array;
  /** HMAC-SHA256 with the {@link key} of that use. */
  sign(text: string, use: string): Buffer;
}

/** @param masterKeys base64, 32 bytes each; the first one seals, all open */
export function makeSecrets(masterKeys: readonly string[]): Secrets {
  const masters = masterKeys.map((text) => {
    const bytes = Buffer.from(text, 'base64');
    const derive = rememberedKeys(bytes);
    return { derive, id: derive('id').export().toString('hex').slice(0, 8) };
  });
  const [current] = masters;
  if (!current) throw new Error('At least one master key is needed');
  return {
    ids: masters.map(({ id }) => id),
    seal(plain, about) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.derive('seal'), iv);
      cipher.setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const packed = Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
      return `${current.id}.${packed}`;
    },
    open(sealed, about) {
      const [id, packed] = sealed.split('.');
      const master = masters.find((one) => one.id === id);
      if (!master || !packed) throw new Error('Sealed with a key that is not among the settings');
      const bytes = Buffer.from(packed, 'base64url');
      const cipher = createDecipheriv('aes-256-gcm', master.derive('seal'), bytes.subarray(0, 12));
      cipher.setAAD(Buffer.from(about));
      cipher.setAuthTag(bytes.subarray(12, 28));
      return cipher.update(bytes.subarray(28), undefined, 'utf8') + cipher.final('utf8');
    },
    mac: (text, use) => macBy(current, text, use),
    macs: (text, use) => [
      macBy(current, text, use),
      ...masters.slice(1).map((one) => macBy(one, text, use)),
    ],
    key: (use) => current.derive(`key:${use}`).export(),
    sign: (text, use) =>
      createHmac('sha256', current.derive(`key:${use}`))
        .update(text)
        .digest(),
  };
}

const macBy = ({ derive }: { derive: (use: string) => KeyObject }, text: string, use: string) =>
  createHmac('sha256', derive(`mac:${use}`))
    .update(text)
    .digest('hex');

/** Derivation is slow. */
function rememberedKeys(master: Uint8Array): (use: string) => KeyObject {
  const known = new Map<string, KeyObject>();
  return (use) => {
    let key = known.get(use);
    if (!key) {
      key = createSecretKey(Buffer.from(hkdfSync('sha256', master, '', `portside:${use}`, 32)));
      known.set(use, key);
    }
    return key;
  };
}
