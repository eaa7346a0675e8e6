import { createHash } from 'node:crypto';
import { type ChatFrameSettings, chatFramePath } from '@portside/contract/chat';
import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { brandOfChatHost, shopOrigins } from './chat-host.ts';
import { No } from './no.ts';
import type { WebSource } from './pages.ts';
import { framePolicy } from './security.ts';
import { brandOfHost } from './site.ts';

/**
 * An empty page that a chat service's script runs in (docs/decisions/0670). Our own pages keep
 * their policy. A brand with a `chatHost` has it there alone, with a script of ours
 * (docs/decisions/0795).
 */
export function chatFrame(app: App, loadScript: WebSource['chatFrame']): FastifyPluginAsync {
  return async (http) => {
    http.get(chatFramePath, async (request, reply) => {
      const apart = brandOfChatHost(app, request);
      const brand = apart ?? brandOfHost(app, request);
      const { chat } = app.adapters.of(brand.client.mvnoId);
      const isElsewhere = brand.chatHost !== undefined && !apart;
      if (isElsewhere || chat.browser().kind === 'built-in') throw new No('not_found');
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      if (!apart) {
        const policy = framePolicy(chat.sources(), ["'self'"]);
        return reply.header('content-security-policy', policy).send(pageOf());
      }
      if (!loadScript) throw new No('not_found');
      const script = await loadScript();
      const sources = {
        ...chat.sources(),
        'script-src': [hashOf(script), ...(chat.sources()['script-src'] ?? [])],
      };
      return reply
        .removeHeader('x-frame-options')
        .header('content-security-policy', framePolicy(sources, shopOrigins(app, apart)))
        .send(pageOf({ settings: settingsOf(app, apart), script }));
    });
  };
}

const settingsOf = (app: App, brand: Brand): ChatFrameSettings => ({
  chat: app.adapters.of(brand.client.mvnoId).chat.browser(),
  origins: shopOrigins(app, brand),
});

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const pageOf = (ours?: { settings: ChatFrameSettings; script: string }) => `<!doctype html>
<html${ours ? ` data-chat="${inAttribute(JSON.stringify(ours.settings))}"` : ''}>
  <head>
    <meta charset="utf-8" />
    <meta content="width=device-width, initial-scale=1" name="viewport" />
    <meta content="light dark" name="color-scheme" />
    <meta content="noindex" name="robots" />
    <title>Chat</title>
  </head>
  <body>${ours ? `<script>${ours.script}</script>` : ''}</body>
</html>
`;

const inAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
