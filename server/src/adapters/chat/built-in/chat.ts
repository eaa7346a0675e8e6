import type { World } from '../../../app.ts';
import type { ChatPort } from '../chat.ts';

/**
 * Our own panel (server/src/support). Its proof is the HMAC-SHA256 most chat services take, so an
 * operator can switch.
 */
export function builtInChat({ secrets }: Pick<World, 'secrets'>): ChatPort {
  return {
    name: 'built-in',
    browser: () => ({ kind: 'built-in', scriptUrl: null }),
    sources: () => ({}),
    prove: ({ id }) => secrets.mac(id, 'chat'),
  };
}
