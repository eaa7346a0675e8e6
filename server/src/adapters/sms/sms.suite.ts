import { expect, test } from 'vitest';
import { later } from '../../clock.ts';
import type { SmsPort } from './sms.ts';

export interface SmsStage {
  port: () => SmsPort;
  now: () => Date;
  /** A number that has answered STOP, and one that gets no texts. */
  stopped: string;
  landline: string;
  /** What arrived at a number, newest first. */
  arrived: (to: string) => Promise<readonly string[]>;
}

/** What every adapter for text messages keeps. */
export function smsSuite(name: string, stage: SmsStage): void {
  const to = '+12125550101';
  const hours = (count: number) => later(stage.now(), count * 3_600_000);

  test(`[M13] ${name}: a text arrives as it was written, and has a reference`, async () => {
    const body = 'Harbor: “¿Qué?” (212) 555-0101 & more = 100% + 1';
    const answer = await stage.port().send({ to, body });
    expect(answer).toEqual({ kind: 'sent', ref: expect.stringMatching(/./) });
    expect(await stage.arrived(to)).toContain(body);
  });

  test(`[M13] ${name}: whoever answered STOP gets nothing, and we learn it`, async () => {
    const message = { to: stage.stopped, body: 'Harbor: hello' };
    expect(await stage.port().send(message)).toEqual({ kind: 'stopped' });
    expect(await stage.arrived(stage.stopped)).toEqual([]);
  });

  test(`[M13] ${name}: a landline is refused for good`, async () => {
    const answer = await stage.port().send({ to: stage.landline, body: 'Harbor: hello' });
    expect(answer).toEqual({ kind: 'refused', reason: 'not_a_mobile_number' });
  });

  test(`[M13] ${name}: what was sent is found again by its number and words, and nothing else is`, async () => {
    const body = 'Harbor: a text to be found';
    expect(await stage.port().find({ to, body }, hours(-1))).toBeUndefined();
    const sent = await stage.port().send({ to, body });
    const found = await stage.port().find({ to, body }, hours(-1));
    expect({ kind: 'sent', ...found }).toEqual(sent);
    expect(await stage.port().look(found?.ref ?? '')).toMatch(/^(?:under_way|delivered)$/);
    const elsewhere = { to: '+12125550102', body };
    expect(await stage.port().find(elsewhere, hours(-1))).toBeUndefined();
    expect(await stage.port().find({ to, body }, hours(1))).toBeUndefined();
  });
}
