import { phone } from '@portside/contract/phone';
import { viewPerson } from '../account/person.ts';
import type { TextDelivery } from '../adapters/sms/sms.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { hours, later, minutes } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { pageAddress, writeEmail } from '../emails/email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { type NoticeAddress, ownerOfRow } from '../http/who.ts';
import { defineJob } from '../jobs/jobs.ts';
import * as store from './store.ts';

export const lookAtText = defineJob<{ ref: string; tenant: number }>('look-at-text', { atOnce: 4 });

/** A notice comes within seconds; then the service is asked, and after a day it knows no more. */
const ASKED_AFTER = minutes(10);
const ASKED_FOR = hours(24);
const ASKED_AT_ONCE = 200;

/** Where the service tells what became of a text. It calls https alone. */
export function noticeUrl({ id, origin }: Brand): string | undefined {
  return origin.startsWith('https://') ? `${origin}/app/notices/texts/${id}` : undefined;
}

/** It says what to look at. False when it is not genuine. */
export async function receiveTextNotice(
  app: App,
  { tenant }: NoticeAddress,
  headers: Record<string, string | undefined>,
  body: string,
): Promise<boolean> {
  const url = noticeUrl(app.brands.byTenant(tenant));
  const notice = url && app.adapters.of(tenant).sms.readNotice?.({ url, headers, body });
  if (!notice) return false;
  const { ref, isFinal } = notice;
  if (isFinal) {
    await app.db.transaction((tx) => app.jobs.enqueue(tx, lookAtText, { ref, tenant }));
  }
  return true;
}

/** For notices that got lost. */
export async function lookAtTexts(app: App): Promise<void> {
  const now = app.clock.now();
  const found = await store.unheardOf(app.db.query, {
    since: later(now, -ASKED_FOR),
    until: later(now, -ASKED_AFTER),
    limit: ASKED_AT_ONCE,
  });
  await app.db.transaction(async (tx) => {
    for (const { tenant_id: tenant, ref } of found) {
      if (ref) await app.jobs.enqueue(tx, lookAtText, { ref, tenant });
    }
  });
}

/** The job; harmless when repeated. @throws OutsideFailure */
export async function noteDelivery(
  app: App,
  { ref, tenant }: { ref: string; tenant: number },
): Promise<void> {
  const text = await store.textByRef(app.db.query, app.adapters.sharing('sms', tenant), ref);
  if (!text || text.delivery) return;
  const delivery = await app.adapters.of(text.tenant_id).sms.look(ref);
  if (delivery === 'under_way') return;
  const isNews = await app.db.transaction(async (tx) => {
    const delivery_at = app.clock.now();
    if (!(await store.setDelivery(tx, text.id, { delivery, delivery_at }))) return false;
    await endWhereNobodyReads(app, tx, text, delivery);
    return true;
  });
  if (isNews && delivery !== 'delivered') {
    app.log.warn({ textId: text.id, delivery }, 'a text message did not arrive');
  }
}

/** Numbers are given to others: what reaches nobody today reaches a stranger tomorrow. */
async function endWhereNobodyReads(
  app: App,
  tx: Tx,
  text: store.TextRow,
  delivery: TextDelivery,
): Promise<void> {
  if (delivery !== 'dead_number' && delivery !== 'stopped') return;
  const ended_by = delivery === 'stopped' ? 'stop' : 'dead';
  const ended = { ended_at: app.clock.now(), ended_by } as const;
  const { number, customer_id } = text;
  await store.lockTexts(tx, customer_id);
  const isEnded = await store.endConsent(tx, customer_id, number, ended);
  if (!isEnded || delivery === 'stopped') return;
  const person = await viewPerson(tx, ownerOfRow(text));
  if (!person.email) return;
  const brand = app.brands.byTenant(text.tenant_id);
  const { language } = person;
  const email = writeEmail(
    { brand, language },
    {
      subject: 'Our texts don’t reach {number}',
      lines: [
        'Hi {firstName},',
        'Our last text to {number} came back: the phone network says that nobody gets texts there. We send no more texts to it. Our emails go on.',
        'If you have another number, save it in your profile and turn texts on again there.',
      ],
      link: {
        label: 'Go to my profile',
        url: pageAddress({ brand, language }, '/dashboard/profile'),
      },
      values: { firstName: person.called, number: phone(number) },
    },
  );
  await queueEmail(app, tx, brand, person.email, email);
}
