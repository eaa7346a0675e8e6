import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import type { World } from '../app.ts';
import { No } from '../http/no.ts';
import { sameSecret } from '../http/tenant.ts';
import { carrierPages } from './carrier/sandbox/carrier-pages.ts';
import { clockControl, type MoveTime } from './sandbox/clock-control.ts';
import type { PlayMail } from './sandbox/mail-control.ts';
import { mailPages } from './mail/mailbox/mail-pages.ts';
import { payPages } from './payment/sandbox/pay-pages.ts';
import { pushPages } from './push/sandbox/push-pages.ts';
import { textPages } from './sms/sandbox/text-pages.ts';
import { overviewBody } from './sandbox/overview.ts';
import { isSandboxed } from './sandbox/sandboxed.ts';
import { sendSandboxPage } from './sandbox/page.ts';

const styles = readFileSync(join(import.meta.dirname, 'sandbox/sandbox.css'), 'utf8');

/** What a purchase needs; all else plays the world outside, which in production only staff do. */
const forCustomers =
  /^\/sandbox\/(?:sandbox\.css|pay\/(?:client\.js|tokens|(?:confirm|setup)\/[^/]+))$/;

interface DemoStaff {
  readonly email: string;
  readonly role: string;
  readonly code: string;
}

const neverMoves: MoveTime = async () => undefined;
const noMail: PlayMail = async () => ({ kind: 'unknown' });

/** Registered under `/sandbox`, only with simulated services. */
export function sandboxPages(
  world: World,
  move: MoveTime = neverMoves,
  playMail: PlayMail = noMail,
  demoStaff?: () => Promise<readonly DemoStaff[]>,
): FastifyPluginAsync {
  return async (http) => {
    http.addHook('onRequest', async (request) => {
      const { production, operatorToken } = world.config;
      if (!production || forCustomers.test(request.url.split('?', 1)[0] ?? '')) return;
      const { authorization } = request.headers;
      if (!operatorToken || !sameSecret(authorization, `Bearer ${operatorToken}`))
        throw new No('not_found');
    });
    http.get('/sandbox.css', async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=300')
        .type('text/css; charset=utf-8')
        .send(styles),
    );
    http.get('/', async (_request, reply) =>
      sendSandboxPage(reply, {
        title: 'What is simulated',
        who: 'Portside',
        body: overviewBody(world.clock.now(), (await demoStaff?.()) ?? []),
      }),
    );
    if (demoStaff) http.get('/staff', async () => demoStaff());
    http.get('/ui', async (_request, reply) => reply.redirect('/design', 301));
    await http.register(clockControl, { prefix: '/clock', clock: world.clock, move });
    if (isSandboxed(world, 'mail')) {
      await http.register(mailPages(world), { prefix: '/mail' });
      await http.register(textPages(world), { prefix: '/texts' });
      await http.register(pushPages(world), { prefix: '/push' });
    }
    if (isSandboxed(world, 'payment')) await http.register(payPages(world), { prefix: '/pay' });
    if (isSandboxed(world, 'carrier'))
      await http.register(carrierPages(world, playMail), { prefix: '/carrier' });
  };
}
