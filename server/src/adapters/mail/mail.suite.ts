import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Email, MailPort } from './mail.ts';

/** A post, and the box at its other end. */
export interface MailBench {
  port: MailPort;
  /** The subjects of the emails that arrived for an address; one sent twice counts once. */
  arrived(to: string): Promise<string[]>;
  close(): Promise<void>;
}

/** What every mail adapter keeps. */
export function mailSuite(name: string, open: () => Promise<MailBench>): void {
  describe(`mail by ${name}`, () => {
    let bench: MailBench;
    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    const mail = (change: Partial<Email>): Email => ({
      id: 'let_1',
      to: 'ann@example.com',
      from: 'Harbor <no-reply@harbor.example>',
      subject: 'Your code is 123456',
      text: 'Hello Ann,\nyour code is 123456.',
      html: '<p>Hello Ann,</p><p>your code is <b>123456</b>.</p>',
      ...change,
    });

    test('an email arrives', async () => {
      expect(await bench.port.send(mail({}))).toBe('accepted');
      expect(await bench.arrived('ann@example.com')).toEqual(['Your code is 123456']);
    });

    test('the same email sent twice arrives once', async () => {
      const twice = mail({ id: 'let_2', to: 'bo@example.com' });
      await bench.port.send(twice);
      await bench.port.send(twice);
      expect(await bench.arrived('bo@example.com')).toHaveLength(1);
    });

    test('an address that takes no mail is refused, for good', async () => {
      const bounced = mail({ id: 'let_3', to: 'bounce@example.com' });
      expect(await bench.port.send(bounced)).toEqual({ refused: expect.stringMatching(/^550 /) });
      expect(await bench.arrived('bounce@example.com')).toEqual([]);
    });

    test('emails in other scripts keep their words', async () => {
      const subject = 'Señora Ñandú, your number is ready';
      await bench.port.send(mail({ id: 'let_4', to: 'cy@example.com', subject }));
      expect(await bench.arrived('cy@example.com')).toEqual([subject]);
    });
  });
}
