import { chatFramePath } from '@portside/contract/chat';
import type { FastifyPluginAsync } from 'fastify';
import type { App } from '../app.ts';
import { No } from './no.ts';
import { framePolicy } from './security.ts';
import { brandOfHost } from './site.ts';

const page = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta content="width=device-width, initial-scale=1" name="viewport" />
    <meta content="light dark" name="color-scheme" />
    <meta content="noindex" name="robots" />
    <title>Chat</title>
  </head>
  <body></body>
</html>
`;

/**
 * An empty page that a chat service's script runs in (docs/decisions/0670). Our own pages keep
 * their policy.
 */
export function chatFrame(app: App): FastifyPluginAsync {
  return async (http) => {
    http.get(chatFramePath, async (request, reply) => {
      const { chat } = app.adapters.of(brandOfHost(app, request).client.mvnoId);
      if (chat.browser().kind === 'built-in') throw new No('not_found');
      return reply
        .header('content-security-policy', framePolicy(chat.sources()))
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(page);
    });
  };
}
