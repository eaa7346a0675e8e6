export interface KeyStore {
  readonly read: () => Promise<CryptoKeyPair | undefined>;
  /** Answers the stored key: another tab may have been first. */
  readonly save: (pair: CryptoKeyPair) => Promise<CryptoKeyPair>;
}

const KEYS = 'keys';
const NAME = 'session';

/** IndexedDB stores keys that scripts cannot read. */
export const keyStore: KeyStore = {
  read: () => inStore('readonly', (keys) => keys.get(NAME)),
  save: (pair) =>
    inStore('readwrite', (keys) => {
      const found = keys.get(NAME);
      found.addEventListener('success', () => {
        if (found.result === undefined) keys.put(pair, NAME);
      });
      return found;
    }).then((earlier) => earlier ?? pair),
};

async function inStore(
  mode: IDBTransactionMode,
  ask: (keys: IDBObjectStore) => IDBRequest<CryptoKeyPair | undefined>,
): Promise<CryptoKeyPair | undefined> {
  const opening = indexedDB.open('portside', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(KEYS));
  const db = await settled(opening);
  try {
    const transaction = db.transaction(KEYS, mode);
    const asked = ask(transaction.objectStore(KEYS));
    await new Promise<void>((done, failed) => {
      const lost = () => failed(transaction.error ?? new Error('The key was not kept'));
      transaction.addEventListener('complete', () => done());
      transaction.addEventListener('abort', lost);
    });
    return asked.result;
  } finally {
    db.close();
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((done, failed) => {
    const lost = () => failed(request.error ?? new Error('IndexedDB did not open'));
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', lost);
  });
}
