import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Can, everyCapability, isSo } from '../brands/brand-conditions.ts';
import { fillIn } from '../brands/brand-files.ts';
import type { Brand } from '../brands/brands.ts';

interface Claim {
  readonly says: string;
  /** In English and in Spanish. */
  readonly words: RegExp;
  /** Holds when this condition does, or does not (`not …`). Without one it never holds. */
  readonly when?: string;
}

/** What customers were told, and when it is so. Each pattern stays within a sentence. */
const claims: readonly Claim[] = [
  {
    says: 'the plan cannot be changed',
    words:
      /change my plan\?(?: \{#[\w-]+\})? (?:no|not)\b|cambiar de plan\?(?: \{#[\w-]+\})? (?:todavía )?no\b|plan (?:can’t|cannot) be changed|no puede cambiar (?:de|el|su) plan/i,
    when: 'not changePlan',
  },
  {
    says: 'the plan is changed in the account',
    words:
      /change (?:your|the) plan (?:in your account|on the line’s page)|cambi\w+ (?:de|el|su) plan en (?:su cuenta|la página de la línea)/i,
    when: 'changePlan',
  },
  {
    says: 'there is no transfer PIN',
    words: /no transfer PIN|no (?:tiene|da|hay) (?:un )?PIN de transferencia/i,
    when: 'not portOut',
  },
  {
    says: 'the account gives a transfer PIN',
    words:
      /transfer PIN (?:in your account|on the line’s page)|PIN de transferencia en (?:su cuenta|la página de la línea)/i,
    when: 'portOut',
  },
  {
    says: 'the number is locked in the account',
    words:
      /lock (?:it|your number) (?:in your account|on the line’s page)|bloque\w+ (?:su número )?en (?:su cuenta|la página de la línea)/i,
    when: 'numberLock',
  },
  {
    says: 'only people can move an eSIM',
    words: /ask us to move it|pídanos (?:antes )?que la movamos/i,
    when: 'not changeSim',
  },
  {
    says: 'an eSIM is moved in the account',
    words:
      /move it (?:first )?(?:in your account|on the line’s page)|muévala (?:antes )?en (?:su cuenta|la página de la línea)/i,
    when: 'changeSim',
  },
  {
    says: 'each line has a 911 address',
    words: /line’s 911 address|dirección del 911 de (?:la|su) línea/i,
    when: 'emergencyAddress',
  },
  {
    says: 'a line cannot be ended, or a number not moved, in the account',
    words: /account (?:cannot|can’t) do (?:it|either)|cuenta todavía no puede hacerlo/i,
  },
  {
    says: 'the next days cannot be paid online',
    words: /cannot pay for more days|no puede pagar más días/i,
  },
  {
    says: 'nothing renews, though autopay may be turned on',
    words:
      /nothing (?:is renewed|renews)(?: by itself| automatically)?(?=[.,;]|$)|does not renew(?: by itself| automatically)?(?=[.,;]|$)|renew by itself\?(?: \{#[\w-]+\})? no\b|nada se renueva(?: solo| automáticamente)?(?=[.,;]|$)/i,
  },
  {
    says: 'a number can be taken along after its line has ended',
    words:
      /number along[^.?!]* after the end|(?:number|it) [^.?!]*\d+ days after (?:the end|it ends)|número[^.?!]*(?:después del final|después de terminar)/i,
  },
  {
    says: 'the price of a plan in use is given back',
    words:
      /less what was used|menos lo que se usó|money back|(?:return|refund)[^.?!]*\bwithin \d+ days|\bwithin \d+ days[^.?!]*(?:return|refund)|dentro de los \d+ días[^.?!]*(?:devol|reembols)/i,
  },
  {
    says: 'a price never goes up',
    words:
      /no price that goes up|price[^.?!]* (?:never|doesn’t|does not|won’t) (?:go up|goes up|rise|change)|(?:not|never) raise (?:a|the|your) price|precios que suban|no subimos (?:el|los) precio|precio[^.?!]* (?:no|nunca) sub/i,
  },
  {
    says: 'there are no discounts',
    words: /no (?:other )?discounts|no hay (?:otros )?descuentos/i,
    when: 'not promoCodes',
  },
  {
    says: 'there are promo codes',
    words: /promo code|código promocional/i,
    when: 'promoCodes',
  },
  {
    says: 'setting up a line is free',
    words:
      /no (?:activation|set-?up) fee|free activation|sin cargo de activación|activación gratis/i,
    when: 'not activationFee',
  },
  {
    says: 'setting up a line costs something',
    words: /setting up a line (?:is|costs)|preparar una línea cuesta/i,
    when: 'activationFee',
  },
];

/** With all that carriers can, with none of it, and without each single thing. */
const carriers: readonly Can[] = [
  everyCapability,
  new Set(),
  ...[...everyCapability].map((one) => new Set([...everyCapability].filter((it) => it !== one))),
];

/**
 * One line for each sentence of a brand's texts that its settings or its carrier deny.
 *
 * @param can what the carrier offers; without it the texts have to be right with any carrier
 */
export async function checkClaims(brand: Brand, can?: Can): Promise<string[]> {
  const folder = join(brand.folder, 'content');
  const files = (await readdir(folder, { recursive: true })).filter((one) =>
    /\.(?:md|json)$/.test(one),
  );
  const found = await Promise.all(
    files.map(async (name) => {
      const raw = await readFile(join(folder, name), 'utf8');
      const language = /^es[/\\]/.test(name) ? 'es' : 'en';
      return (can ? [can] : carriers).flatMap((one) =>
        deniedIn(textsOf(name, raw, language, brand, one), brand, one).map(
          (fault) => `content/${name}: ${fault}`,
        ),
      );
    }),
  );
  return [...new Set(found.flat())];
}

/** A file that cannot be read has its own line in the brand's check. */
function textsOf(name: string, raw: string, language: string, brand: Brand, can: Can): string[] {
  try {
    const read: unknown = name.endsWith('.json') ? JSON.parse(raw) : raw;
    return stringsOf(fillIn(read, brand, language, can));
  } catch {
    return [];
  }
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll(/\s+/g, ' ')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** What no brand can keep, in a sentence of the product's own. */
export const neverSo = (text: string): string[] =>
  claims.filter(({ when, words }) => !when && words.test(text)).map(({ says }) => says);

function deniedIn(texts: readonly string[], brand: Brand, can: Can): string[] {
  return claims
    .filter(({ when }) => !holds(when, brand, can))
    .flatMap(({ says, words, when }) =>
      texts.flatMap((text) => {
        const said = words.exec(text)?.[0];
        return said ? [`“${said}” says that ${says}. ${remedy(when)}`] : [];
      }),
    );
}

function holds(when: string | undefined, brand: Brand, can: Can): boolean {
  if (when === undefined) return false;
  const name = when.replace('not ', '');
  return isSo(name, { brand, can }) === (name === when);
}

function remedy(when: string | undefined): string {
  if (when === undefined) return 'The product does not keep that: take it out';
  const name = when.replace('not ', '');
  return `Write it ${name === when ? 'after' : 'between {else} and {end} of'} {if ${name}}`;
}
