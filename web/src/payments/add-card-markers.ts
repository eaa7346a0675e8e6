import { readKey, writeKey } from '../api/storage.ts';

const FROM = 'addCardFrom';
const SESSION = 'addCardSession';
const PAYMENT = 'payment';

/** Kept while the customer is on the provider's page (D16). */
export const addCardMarkers = {
  write: (sessionId: string) => {
    writeKey(FROM, PAYMENT);
    writeKey(SESSION, sessionId);
  },
  pending: (): string | undefined =>
    readKey(FROM) === PAYMENT ? readKey(SESSION) || undefined : undefined,
  clear: () => {
    writeKey(FROM, null);
    writeKey(SESSION, null);
  },
};
