import { pathIn } from '@portside/contract/language';
import type { Brand } from '../brands/brands.ts';
import { type Brief, inOneSegment } from './brief.ts';
import { html, type Html, type Piece } from '../formats/html.ts';
import { say } from '../words/say.ts';

/** An email without its recipient. */
export interface Written {
  subject: string;
  text: string;
  html: string;
  code?: string;
  link?: string;
  urgent?: boolean;
  brief?: Brief;
}

/** English sentences, which are also their ids in the catalogs. */
export interface Words {
  subject: string;
  lines: string[];
  code?: string;
  rows?: (readonly [label: string, value: string])[];
  link?: { label: string; url: string };
  /** A further way, below it. */
  also?: { label: string; url: string };
  /** Somebody waits for it. An email with a code always is. */
  urgent?: boolean;
  values?: Record<string, string>;
  /** The same in a text message, one sentence or two; the brand's name goes before it. */
  brief?: { to: string; about: Brief['about']; sentence: string };
}

export interface Reader {
  readonly brand: Brand;
  readonly language: string;
}

/** On the brand's own site, in the reader's language. */
export const pageAddress = ({ brand, language }: Reader, path: string) =>
  brand.origin + pathIn(language, path);

const GREETING = 'Hi {firstName},';

export function writeEmail(reader: Reader, words: Words): Written {
  const { brand, language } = reader;
  const values = { product: brand.product, phone: brand.support.phone, ...words.values };
  const speak = (sentence: string) => say(language, sentence, values);
  const subject = speak(words.subject);
  const isNameless = words.values?.['firstName'] === '';
  const lines = words.lines.filter((line) => !(isNameless && line === GREETING)).map(speak);
  const rows = words.rows ?? [];
  const link = words.link && { label: speak(words.link.label), url: words.link.url };
  const also = words.also && { label: speak(words.also.label), url: words.also.url };
  const text = [
    ...lines,
    ...(words.code ? [words.code] : []),
    ...(rows.length > 0 ? [rows.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...[link, also].flatMap((one) => (one ? [`${one.label}:\n${one.url}`] : [])),
    `${brand.company}\n${brand.support.phone}, ${brand.support.email}`,
  ].join('\n\n');
  return {
    subject,
    text,
    html: page(brand, language, subject, [
      ...lines.map((line) => html`<p>${line}</p>`),
      words.code && html`<p style="${CODE}">${words.code}</p>`,
      rows.length > 0 && table(rows),
      link && html`<p><a href="${link.url}" style="${button(brand)}">${link.label}</a></p>`,
      also && html`<p><a href="${also.url}" style="color:inherit">${also.label}</a></p>`,
    ]).markup,
    ...(words.code && { code: words.code }),
    ...(link && { link: link.url }),
    ...((words.urgent || words.code) && { urgent: true }),
    ...(words.brief && { brief: briefOf(brand, words.brief, speak) }),
  };
}

function briefOf(
  { product }: Brand,
  { to, about, sentence }: NonNullable<Words['brief']>,
  speak: (sentence: string) => string,
): Brief {
  return { customerId: to, about, body: inOneSegment(`${product}: ${speak(sentence)}`) };
}

// Mail programs read no stylesheets, so styles are inline here.
const CODE = 'font:700 32px/1 monospace;letter-spacing:8px;margin:24px 0';
const button = ({ letters: { action, onAction, radius } }: Brand) =>
  `display:inline-block;padding:14px 24px;border-radius:${radius}px;background:${action};color:${onAction};text-decoration:none`;
const body = ({ letters: { ground, ink } }: Brand) =>
  `margin:0;padding:32px 16px;background:${ground};color:${ink};font:16px/1.5 system-ui,sans-serif`;

function page(brand: Brand, language: string, subject: string, parts: Piece[]): Html {
  const { company, product, support } = brand;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="${body(brand)}">
        <div style="max-width:560px;margin:0 auto">
          <p style="font-weight:700">${product}</p>
          ${parts}
          <p style="margin-top:40px;font-size:14px">
            ${company}<br />${support.phone}, ${support.email}
          </p>
        </div>
      </body>
    </html>`;
}

function table(rows: readonly (readonly [string, string])[]): Html {
  return html`<table style="border-collapse:collapse">
    ${rows.map(
      ([label, value]) =>
        html`<tr>
          <td style="padding:6px 16px 6px 0">${label}</td>
          <td style="text-align:right">${value}</td>
        </tr>`,
    )}
  </table>`;
}
