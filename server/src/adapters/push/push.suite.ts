import { expect, test } from 'vitest';
import type { PushMessage, PushPort, PushSubscription } from './push.ts';
import { makeKeys } from './web-push/vapid.ts';

export interface PushStage {
  port: () => PushPort;
  /** A browser that subscribed with this key. */
  subscribe: (publicKey: string) => Promise<PushSubscription>;
  /** What its service answers from now on; `hang`: nothing. */
  answers: (to: PushSubscription, answer: string, retryAfter?: string) => Promise<void>;
  /** What the browser has opened, newest first. */
  opened: (
    to: PushSubscription,
  ) => Promise<readonly { payload: string; topic: string; ttl: number }[]>;
}

/** What every adapter for notices to browsers keeps. */
export function pushSuite(name: string, stage: PushStage): void {
  const keys = makeKeys();
  const message = (to: PushSubscription, more: Partial<PushMessage> = {}): PushMessage => ({
    to,
    keys,
    contact: 'mailto:care@harbor.example',
    payload: '{"body":"“¿Qué?” 100%"}',
    ttlSeconds: 3600,
    topic: 'a-topic_1',
    urgency: 'high',
    ...more,
  });

  test(`[P08] ${name}: a notice arrives as it was written, for this browser alone`, async () => {
    const [to, other] = [
      await stage.subscribe(keys.publicKey),
      await stage.subscribe(keys.publicKey),
    ];
    expect(stage.port().isKnown(to)).toBe(true);
    expect(await stage.port().send(message(to))).toEqual({ kind: 'taken' });
    expect(await stage.opened(to)).toEqual([
      { payload: message(to).payload, topic: 'a-topic_1', ttl: 3600 },
    ]);
    expect(await stage.opened(other)).toEqual([]);
  });

  test(`[P08] ${name}: a browser that subscribed with another key refuses ours`, async () => {
    const to = await stage.subscribe(makeKeys().publicKey);
    expect(await stage.port().send(message(to))).toEqual({ kind: 'refused', status: 403 });
    expect(await stage.opened(to)).toEqual([]);
  });

  test(`[P08] ${name}: each answer of a service is told apart`, async () => {
    const to = await stage.subscribe(keys.publicKey);
    const told = async (answer: string, retryAfter?: string) => {
      await stage.answers(to, answer, retryAfter);
      return stage.port().send(message(to));
    };
    expect(await told('404')).toEqual({ kind: 'gone' });
    expect(await told('410')).toEqual({ kind: 'gone' });
    expect(await told('413')).toEqual({ kind: 'refused', status: 413 });
    expect(await told('429', '120')).toEqual({ kind: 'later', afterSeconds: 120 });
    expect(await told('500')).toEqual({ kind: 'later', afterSeconds: undefined });
    await stage.answers(to, 'hang');
    await expect(stage.port().send(message(to))).rejects.toMatchObject({ outcome: 'unknown' });
    expect(await stage.opened(to)).toEqual([]);
    expect(await told('201')).toEqual({ kind: 'taken' });
  });
}
