import * as staffCalls from '@portside/contract/console/line-separations';
import * as calls from '@portside/contract/line-separation';
import { viewLine } from '@portside/contract/line-detail';
import { listLines } from '@portside/contract/lines';
import { listTransactions } from '@portside/contract/payments';
import { listActivity } from '@portside/contract/sessions';
import { askLoginCode, enterLoginCode } from '@portside/contract/sign-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withLine } from '../testing/line-life.ts';
import { allEmailsSent, nextCode, nextEmail } from '../testing/mailbox.ts';
import {
  addDocument,
  askFor,
  idOf,
  proveLine,
  textsTo,
  trained,
} from '../testing/separating-lines.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('[P05] a line goes to an account of its own: code, request, document, code by text, decision, login; its holder hears nothing', async () => {
  const { noa, line } = await withLine(app);
  const texts = (await textsTo(app, line.mdn)).length;
  await allEmailsSent(app);
  const emails = (await app.emails(noa.email)).length;
  const acts = (await noa.call(listActivity, {})).activity.length;
  const asked = await askFor(app, [{ number: line.mdn, who: 'own' }]);
  const { email, token } = asked;
  expect(asked.separation).toMatchObject({
    state: 'open',
    lines: [{ number: line.mdn, who: 'own', proven: false }],
    documents: [],
    missing: ['document'],
    texts: true,
  });
  expect(asked.separation.email).not.toContain(email);
  const received = await nextEmail(app, email, /^Your request$/);
  expect(received.link).toMatch(new RegExp(`/own-account#${token}$`));
  expect(received.text).toContain('1-800-799-7233');
  expect(received.text).toContain(asked.separation.reference);
  const whole = await addDocument(app, token);
  expect(whole).toMatchObject({ state: 'waiting', missing: [], documents: [{ kind: 'official' }] });
  expect(whole.answerBy).toBeDefined();
  const told = await nextEmail(app, 'admin@harbor.example', /A request waits/);
  // The shop's own number is there, and may end like the line's.
  expect(told.text.replaceAll('(212) 555-0100', '')).not.toContain(line.mdn.slice(-4));
  expect(told.text).not.toContain(asked.separation.reference);
  const proven = await proveLine(app, token, line.mdn);
  expect(proven.lines).toEqual([{ number: line.mdn, who: 'own', proven: true }]);
  expect((await textsTo(app, line.mdn))[0]).toMatch(
    /^Harbor: Your code is \d{6}\. It's good for 10 minutes\. Nobody from Harbor will ask you for it\.$/,
  );
  expect(await textsTo(app, line.mdn)).toHaveLength(texts + 1);

  const ada = await trained(app);
  const { separations } = await ada.call(staffCalls.listSeparations, {});
  const id = await idOf(app, asked.separation.reference);
  expect(separations.find((one) => one.id === id)).toMatchObject({
    state: 'waiting',
    lines: 1,
    answerBy: whole.answerBy,
  });
  const seen = await ada.call(staffCalls.viewSeparationRequest, { id });
  expect(seen).toMatchObject({
    name: 'Noor Haddad',
    email,
    otherName: 'Casimir Vane',
    looked: [
      {
        number: line.mdn,
        proven: true,
        lineId: line.id,
        account: { name: 'Noa Newcomer', lines: 1 },
      },
    ],
    documents: [{ kind: 'official', name: 'Protective order.pdf' }],
  });
  const [document] = seen.documents;
  const file = await ada.call(staffCalls.takeSeparationDocument, {
    id,
    documentId: document?.id ?? '',
  });
  expect(Buffer.from(file.content, 'base64').toString()).toMatch(/^%PDF-/);
  expect(file.type).toBe('application/pdf');
  await ada.call(staffCalls.grantSeparation, { id, numbers: [line.mdn] });

  const done = await nextEmail(app, email, /^Your request$/);
  expect(done.text).toContain('is done');
  expect(done.text).toContain('911 may still get the old address');
  expect(done.text).toContain(line.plan.retailName);
  const view = await app.anyone.call(calls.viewSeparation, { token });
  expect(view.separation).toMatchObject({ state: 'done', done: { numbers: [line.mdn] } });
  await app.anyone.call(askLoginCode, { email });
  const otp = await nextCode(app, email, /login code/);
  const { token: session } = await app.anyone.call(enterLoginCode, { email, otp });
  const survivor = app.with(session);
  const { lines } = await survivor.call(listLines, {});
  expect(lines).toMatchObject([{ mdn: line.mdn, status: 'active', plan: { id: line.plan.id } }]);
  expect(await survivor.call(viewLine, { id: lines[0]?.id ?? '' })).toMatchObject({
    autopay: { on: false },
  });
  expect((await survivor.call(listTransactions, {})).transactions).toEqual([]);

  // Nobody told the holder.
  await allEmailsSent(app);
  expect(await app.emails(noa.email)).toHaveLength(emails);
  expect((await noa.call(listActivity, {})).activity).toHaveLength(acts);
  expect((await noa.call(listLines, {})).lines).toMatchObject([{ id: line.id, status: 'ended' }]);
});

test('[P05] granted once: again it is decided, also for who pressed at the same moment', async () => {
  const { line } = await withLine(app);
  const { token, separation } = await askFor(app, [{ number: line.mdn, who: 'own' }]);
  await addDocument(app, token);
  await proveLine(app, token, line.mdn);
  const id = await idOf(app, separation.reference);
  const [one, other] = await Promise.all([trained(app), trained(app)]);
  const grant = () => ({ id, numbers: [line.mdn] });
  const answers = await Promise.allSettled([
    one.call(staffCalls.grantSeparation, grant()),
    other.call(staffCalls.grantSeparation, grant()),
    app.anyone.call(calls.withdrawSeparation, { token }),
  ]);
  // Withdrawn first, nothing goes; granted first, nothing is withdrawn.
  const states = answers.map(({ status }) => status);
  expect(states.filter((state) => state === 'fulfilled')).toHaveLength(1);
  const again = await one.refusal(staffCalls.grantSeparation, grant());
  expect(again.problem.reason).toBe('decided');
  expect(
    (await one.refusal(staffCalls.refuseSeparation, { id, reason: 'documents' })).problem.reason,
  ).toBe('decided');
});
