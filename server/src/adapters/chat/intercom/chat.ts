import { createHmac } from 'node:crypto';
import type { World } from '../../../app.ts';
import { later, minutes } from '../../../clock.ts';
import type { SettingsOf } from '../../../settings/setting-kinds.ts';
import { reachScript } from '../chat-script.ts';
import type { intercomSettings } from './settings.ts';
import type { ChatPort } from '../chat.ts';

export type IntercomSettings = Omit<SettingsOf<typeof intercomSettings>, 'kind'>;

/** As long as Intercom recommends; the browser asks for another one before. */
const TOKEN_LASTS = minutes(60);

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text);
const inSeconds = (time: Date) => Math.floor(time.getTime() / 1000);

/** @param settings docs/adapters/intercom.md tells what the boot carries */
export function intercomChat(
  settings: IntercomSettings,
  { clock, secrets }: Pick<World, 'clock' | 'secrets'>,
): ChatPort {
  const { appId, secret } = settings;
  const proof = settings.proof === 'token' ? 'token' : 'hash';
  const scriptUrl = `https://widget.intercom.io/widget/${encodeURIComponent(appId)}`;
  return {
    name: 'intercom',
    browser: () => ({ kind: 'intercom', scriptUrl, appId, proof }),
    sources: () => intercomSources,
    // The vendor's hash never ends: where tokens are used, it does not leave the server.
    prove: ({ id }) =>
      proof === 'hash' ? hmac(secret, id).digest('hex') : secrets.mac(id, 'chat'),
    ...(proof === 'token' && {
      token({ id, firstName, email }) {
        const now = clock.now();
        const claims = encode({
          user_id: id,
          name: firstName,
          ...(email && { email }),
          iat: inSeconds(now),
          exp: inSeconds(later(now, TOKEN_LASTS)),
        });
        const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${claims}`;
        return `${signed}.${hmac(secret, signed).digest('base64url')}`;
      },
    }),
    check: () =>
      reachScript('Intercom', scriptUrl, 'Compare INTERCOM_APP_ID with the workspace id.'),
  };
}

const each = (text: string) => text.trim().split(/\s+/);

/** Intercom's article "Using Intercom with Content Security Policy", and nothing else. */
const intercomSources = {
  'script-src': each(
    'https://app.intercom.io https://widget.intercom.io https://js.intercomcdn.com',
  ),
  'style-src': ["'unsafe-inline'"],
  'connect-src': each(`
    https://via.intercom.io https://api.intercom.io https://api.eu.intercom.io
    https://api.au.intercom.io https://api-iam.intercom.io https://api-iam.eu.intercom.io
    https://api-iam.au.intercom.io https://api-ping.intercom.io
    https://*.intercom-messenger.com wss://*.intercom-messenger.com
    https://nexus-websocket-a.intercom.io wss://nexus-websocket-a.intercom.io
    https://nexus-websocket-b.intercom.io wss://nexus-websocket-b.intercom.io
    https://nexus-europe-websocket.intercom.io wss://nexus-europe-websocket.intercom.io
    https://nexus-australia-websocket.intercom.io wss://nexus-australia-websocket.intercom.io
    https://uploads.intercomcdn.com https://uploads.intercomusercontent.com`),
  'frame-src': each(`
    https://intercom-sheets.com https://www.intercom-reporting.com https://www.youtube.com
    https://player.vimeo.com https://fast.wistia.net`),
  'font-src': each('https://js.intercomcdn.com https://fonts.intercomcdn.com'),
  'form-action': each('https://intercom.help https://api-iam.intercom.io'),
  'media-src': each('https://js.intercomcdn.com'),
  'img-src': [
    ...each(`
      blob: data: https://js.intercomcdn.com https://static.intercomassets.com
      https://downloads.intercomcdn.com https://uploads.intercomcdn.com
      https://uploads.intercomusercontent.com https://gifs.intercomcdn.com
      https://video-messages.intercomcdn.com https://messenger-apps.intercom.io`),
    ...Array.from({ length: 9 }, (_, at) => `https://*.intercom-attachments-${at + 1}.com`),
  ],
};
