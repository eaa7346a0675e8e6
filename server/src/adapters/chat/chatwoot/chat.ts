import { createHmac } from 'node:crypto';
import type { SettingsOf } from '../../../settings/setting-kinds.ts';
import { reachScript } from '../chat-script.ts';
import type { chatwootSettings } from './settings.ts';
import type { ChatPort } from '../chat.ts';

export type ChatwootSettings = Omit<SettingsOf<typeof chatwootSettings>, 'kind'>;

export function chatwootChat({ url, websiteToken, hmacKey }: ChatwootSettings): ChatPort {
  const { origin } = new URL(url);
  const scriptUrl = `${url}/packs/js/sdk.js`;
  return {
    name: 'chatwoot',
    browser: () => ({ kind: 'chatwoot', scriptUrl, url, websiteToken }),
    // The SDK adds a style and one frame, and fetches its sounds; all else is inside that frame,
    // under Chatwoot's own policy.
    sources: () => ({
      'script-src': [origin],
      'style-src': ["'unsafe-inline'"],
      'frame-src': [origin],
      'connect-src': [origin],
    }),
    prove: ({ id }) => createHmac('sha256', hmacKey).update(id).digest('hex'),
    async check() {
      await reachScript('Chatwoot', scriptUrl, 'Compare CHATWOOT_URL with the installation.');
      const widget = `${url}/widget?website_token=${encodeURIComponent(websiteToken)}`;
      await reachScript('Chatwoot', widget, 'Compare CHATWOOT_WEBSITE_TOKEN with the inbox.');
    },
  };
}
