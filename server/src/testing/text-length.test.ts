import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dateAlone, dateAndTime } from '@portside/contract/formats';
import { expect, test } from 'vitest';
import { loadBrands } from '../brands/brands.ts';
import { inOneSegment } from '../emails/brief.ts';
import { shared, sharedWords } from '../emails/shared-wording.ts';
import { say } from '../words/say.ts';

/** GSM 03.38: with any other letter a text message holds 70. */
const gsm = /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]+$/;

const source = resolve(import.meta.dirname, '..');
/** As the slices write them: beside an email's subject, or the subject itself. */
const briefs = globSync('*/*emails.ts', { cwd: source }).flatMap((file) => {
  const code = readFileSync(resolve(source, file), 'utf8');
  const own = /\bbrief:\s*'([^'\n]+)'/g;
  const asSubject = /^ {2}\w+: '(\{number\} has used [^'\n]+)'/gm;
  return [...code.matchAll(own), ...code.matchAll(asSubject)].map(([, sentence = '']) => sentence);
});

/** In place of them to two who share a line (P04). */
const toTwo = Object.keys(shared).flatMap((own) =>
  briefs.includes(own)
    ? (['holder', 'user', 'manager'] as const).map((as) => sharedWords(own, as))
    : [],
);

test.each(['en', 'es'] as const)(
  '[M13] each notice in %s fits one text message, and holds no link and no code',
  async (language) => {
    const brands = await loadBrands(resolve(source, '../../brands'));
    const until = new Date('2026-12-27T23:45:00Z');
    expect(briefs).toHaveLength(45);
    expect(toTwo.length).toBeGreaterThan(30);
    for (const { product, support, timeZone } of brands.all) {
      const values = {
        number: '(212) 555-0101',
        phone: support.phone,
        time: dateAndTime(until, timeZone, language),
        date: dateAlone(until, timeZone, language),
        keptUntil: dateAlone(until, timeZone, language),
      };
      for (const sentence of [...briefs, ...toTwo]) {
        const body = inOneSegment(`${product}: ${say(language, sentence, values)}`);
        expect(body).toMatch(gsm);
        // Which line it is about, or, about the account, whom to call.
        const named = sentence.includes('{number}') ? values.number : values.phone;
        expect(body).toContain(named);
        expect(body).not.toMatch(/https?:|\bwww|\{/);
        expect(body.length, body).toBeLessThanOrEqual(160);
      }
    }
  },
);
