import { readKey, writeKey } from '../api/storage.ts';

const FROM = 'addCardFrom';
const SESSION = 'addCardSession';
const PAYMENT = 'payment';

/** What the browser remembers while the customer saves a card on the provider's page (D16). */
export const addCardMarkers = {
  write: (sessionId: string) => {
    writeKey(FROM, PAYMENT);
    writeKey(SESSION, sessionId);
  },
  /** The provider's session of a card that was begun on the payment screen. */
  pending: (): string | undefined =>
    readKey(FROM) === PAYMENT ? readKey(SESSION) || undefined : undefined,
  clear: () => {
    writeKey(FROM, null);
    writeKey(SESSION, null);
  },
};
