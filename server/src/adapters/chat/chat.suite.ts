import { describe, expect, test } from 'vitest';
import type { ChatPort } from './chat.ts';

const maya = { id: 'usr_maya', firstName: 'Maya', email: 'maya@example.com' };
const omar = { id: 'usr_omar', firstName: 'Omar', email: 'omar@example.com' };

const address =
  /^((https|wss):\/\/(\*\.)?[\w-]+(\.[\w-]+)+(:\d+)?|http:\/\/127\.0\.0\.1:\d+|blob:|data:)$/;

/** What every chat adapter keeps. `other` is the same service with another secret. */
export function chatSuite(name: string, port: ChatPort, other: ChatPort): void {
  describe(`chat by ${name}`, () => {
    test('[F08] [M06] the user hash is the same for the same person, and another one for another', () => {
      const hash = port.prove(maya);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      expect(port.prove({ ...maya })).toBe(hash);
      expect(port.prove(omar)).not.toBe(hash);
    });

    test('[F08] [M06] nobody makes the user hash or the token without the secret', () => {
      expect(other.prove(maya)).not.toBe(port.prove(maya));
      if (!port.token || !other.token) return;
      const signature = (token: string) => token.split('.')[2];
      expect(signature(other.token(maya))).not.toBe(signature(port.token(maya)));
    });

    test('[M06] what the browser is told holds no secret', () => {
      // The same service with another secret tells the browser the same.
      expect(other.browser()).toEqual(port.browser());
    });

    test('[M06] a widget’s script comes from where its frame’s policy lets scripts come from', () => {
      const { scriptUrl } = port.browser();
      const scripts = port.sources()['script-src'] ?? [];
      if (scriptUrl === null) expect(port.sources()).toEqual({});
      else expect(scripts).toContain(new URL(scriptUrl).origin);
    });

    test('[M06] what the policy lets through are addresses of one service, never everything', () => {
      for (const [name, sources = []] of Object.entries(port.sources())) {
        for (const source of sources) {
          if (name === 'style-src' && source === "'unsafe-inline'") continue;
          expect(source).toMatch(address);
          if (name === 'script-src') expect(source).not.toMatch(/\*|^(data|blob):/);
        }
      }
    });
  });
}
