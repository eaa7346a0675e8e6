import {
  grantSeparation,
  viewSeparationRequest,
} from '@portside/contract/console/line-separations';
import { staffStepUp } from '@portside/contract/console/staff';
import * as calls from '@portside/contract/line-separation';
import type { InputOf } from '@portside/contract/endpoint';
import { sql } from 'kysely';
import type { Caller } from './caller.ts';
import { nextCode, nextEmail } from './mailbox.ts';
import { demoCodes } from './staff-caller.ts';
import type { TestApp } from './test-app.ts';

/** The smallest files of their kinds, as base64; `more` makes another one of it. */
export const fileOf = (kind: 'pdf' | 'jpeg' | 'png' | 'exe', more = ''): string => {
  const first = {
    pdf: Buffer.from('%PDF-1.7\n'),
    jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    exe: Buffer.from('MZ'),
  }[kind];
  return Buffer.concat([first, Buffer.from(more)]).toString('base64');
};

let asked = 0;
/** Of nobody so far. */
export const safeAddress = () => `safe${(asked += 1)}.${process.pid}@example.com`;

type Asked = InputOf<typeof calls.askSeparation>;

/** The code, and the request with it. */
export async function askFor(
  app: TestApp,
  lines: Asked['lines'],
  {
    shop = app.anyone,
    email = safeAddress(),
    ...more
  }: { shop?: Caller } & Partial<Omit<Asked, 'lines' | 'otp'>> = {},
) {
  await shop.call(calls.askSeparationCode, { email });
  const otp = await nextCode(app, email, /code|código/);
  const answer = await shop.call(calls.askSeparation, {
    email,
    otp,
    name: 'Noor Haddad',
    otherName: 'Casimir Vane',
    affirmed: true,
    ...more,
    lines,
  });
  return { email, token: answer.secret, ...answer };
}

export const addDocument = async (
  app: TestApp,
  token: string,
  kind: calls.DocumentKind = 'official',
  content = fileOf('pdf'),
) =>
  (
    await app.anyone.call(calls.addSeparationDocument, {
      token,
      kind,
      name: 'Protective order.pdf',
      content,
    })
  ).separation;

/** What was texted to this number, the newest first. */
export async function textsTo(app: TestApp, number: string): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`
    select body from sandbox_texts where to_number = ${`+1${number}`} order by seq desc`.execute(
    app.app.db.query,
  );
  return rows.map(({ body }) => body);
}

/** Until each code that was asked for has been texted, or was not to be. */
export const allCodesTexted = (app: TestApp): Promise<true> =>
  app.eventually(async () => {
    const { rows } = await sql`
      select from pgboss.job
      where name = 'text-line-code' and state in ('created', 'retry', 'active')`.execute(
      app.app.db.query,
    );
    return rows.length === 0 || undefined;
  });

/** Asks for a code by text, and enters it. */
export async function proveLine(app: TestApp, token: string, number: string) {
  await allCodesTexted(app);
  const before = (await textsTo(app, number)).length;
  await app.anyone.call(calls.textSeparationCode, { token, number });
  const text = await app.eventually(async () => {
    const all = await textsTo(app, number);
    return all.length > before ? all[0] : undefined;
  });
  const otp = /\d{6}/.exec(text)?.[0] ?? '';
  return (await app.anyone.call(calls.proveSeparationLine, { token, number, otp })).separation;
}

/** The request, as staff find it by its reference. */
export async function idOf(app: TestApp, reference: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from line_separations where reference = ${reference}`.execute(app.app.db.query);
  return rows[0]?.id ?? '';
}

/** Who is trained, and has just proven that it is them. */
export async function trained(app: TestApp): Promise<Caller> {
  const ada = await app.staff('admin');
  await prove(ada);
  return ada;
}

export async function prove(ada: Caller): Promise<void> {
  const found = (await demoCodes(ada.address)).find(({ role }) => role === 'admin');
  await ada.call(staffStepUp, { code: found?.code ?? '' });
}

/** Whole, and known whose phones they are. */
export async function wholeRequest(
  app: TestApp,
  numbers: readonly string[],
  more: Parameters<typeof askFor>[2] = {},
) {
  const lines = numbers.map((number) => ({ number, who: 'own' as const }));
  const { email, token, separation } = await askFor(app, lines, more);
  await addDocument(app, token);
  for (const number of numbers) await proveLine(app, token, number);
  const id = await idOf(app, separation.reference);
  return { email, token, id, reference: separation.reference };
}

/** Granted by trained staff. */
export async function separated(app: TestApp, numbers: readonly string[]) {
  const request = await wholeRequest(app, numbers);
  const ada = await trained(app);
  await ada.call(viewSeparationRequest, { id: request.id });
  await ada.call(grantSeparation, { id: request.id, numbers: [...numbers] });
  await nextEmail(app, request.email, /Your request/);
  return { ada, ...request };
}
