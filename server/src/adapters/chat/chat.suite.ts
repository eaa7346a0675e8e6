import { describe, expect, test } from 'vitest';
import type { ChatPort } from './chat.ts';

const maya = { id: 'usr_maya', email: 'maya@example.com' };

/** What every chat adapter keeps. `other` is the same service with another secret. */
export function chatSuite(name: string, port: ChatPort, other: ChatPort): void {
  describe(`chat by ${name}`, () => {
    test('[F08] the user hash is the same for the same person, and another one for another', () => {
      const hash = port.prove(maya);
      expect(hash).toMatch(/^[\w.-]{40,}$/);
      expect(port.prove({ ...maya })).toBe(hash);
      expect(port.prove({ id: 'usr_omar', email: 'omar@example.com' })).not.toBe(hash);
    });

    test('[F08] nobody makes the user hash without the secret', () => {
      expect(other.prove(maya)).not.toBe(port.prove(maya));
    });

    test('a widget’s script comes from where the page’s policy lets scripts come from', () => {
      const { scriptUrl } = port.browser();
      const scripts = port.sources()['script-src'] ?? [];
      if (scriptUrl === null) expect(scripts).toEqual([]);
      else expect(scripts).toContain(new URL(scriptUrl).origin);
    });

    test('what the policy lets through are addresses of one service, never everything', () => {
      for (const source of Object.values(port.sources()).flat()) {
        expect(source).toMatch(/^((https|wss):\/\/(\*\.)?[\w-]+(\.[\w-]+)+|blob:|data:)$/);
      }
    });
  });
}
