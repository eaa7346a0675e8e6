import type { World } from '../../app.ts';
import type { ChatPort } from './chat.ts';

/**
 * The panel of our own: kept in the database, live over the event stream (server/src/support). The
 * proof is the HMAC-SHA256 of the id that most chat services take, so an operator can change over.
 */
export function builtInChat({ secrets }: Pick<World, 'secrets'>): ChatPort {
  return {
    name: 'built-in',
    browser: () => ({ kind: 'built-in', scriptUrl: null }),
    sources: () => ({}),
    prove: ({ id }) => secrets.mac(id, 'chat'),
  };
}
