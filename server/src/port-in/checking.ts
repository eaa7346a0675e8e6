import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { checkPortIn as checkPortInCall } from '@portside/contract/port-in';
import { oldCarriers } from '@portside/contract/old-carriers';
import type { Portability } from '../adapters/carrier/carrier-port-ins.ts';
import type { App } from '../app.ts';
import { coverageAt } from '../coverage/coverage.ts';
import type { Customer, Visitor } from '../http/who.ts';
import { say } from '../words/say.ts';
import { wantedOf } from './details.ts';
import { holdOf } from './holding.ts';
import { isAtHome, isOver } from './progress.ts';
import * as store from './store.ts';
import { ineligible } from './wording.ts';
import { holdOpen } from '../account/joining.ts';

type Input = ParsedInputOf<typeof checkPortInCall>;
type Answer = OutputOf<typeof checkPortInCall>;

const tollFree = /^8(?:00|33|44|55|66|77|88)/;

/**
 * An eligible number gets one draft, the customer's or the browser's until login. Without a login
 * only the carrier's answer counts.
 */
export async function checkPortIn(
  app: App,
  who: Visitor | Customer,
  { msisdn, zipCode }: Input,
): Promise<Answer> {
  const no = (reason: NonNullable<Answer['reason']>, more: Partial<Answer> = {}): Answer => ({
    eligible: false,
    reason,
    message: say(who.language, ineligible[reason]),
    ...more,
  });
  if (tollFree.test(msisdn)) {
    return no('not_portable', { message: say(who.language, ineligible.toll_free) });
  }
  const owner = 'customerId' in who ? who : undefined;
  const number = { tenant: who.tenant, msisdn };
  const hold = await holdOf(app.db.query, number, { owner });
  // Strangers learn who our customers are only at the submit or the order.
  if (hold && owner) {
    return no(hold.reason, 'portInId' in hold ? { portInId: hold.portInId } : {});
  }
  if ((await coverageAt(app, who.tenant, zipCode)) === 'none') return no('no_coverage');
  const answer = await app.adapters.of(who.tenant).carrier.checkPortIn({ msisdn, zipCode });
  // The other transfer may be to our own customer.
  const isOurs = hold !== undefined && !answer.portable && answer.reason === 'pending_elsewhere';
  if (!answer.portable && !isOurs) return no(answer.reason);
  // A nameless browser's draft is known by its id only.
  const rows = await store.portInsOfNumberFor(app.db.query, who, msisdn);
  const known = rows.find((row) => !isOver(row.status));
  const wanted = answer.portable ? wantedBy(answer) : nothingKnown;
  return {
    eligible: true,
    message: say(who.language, 'Your number is eligible for port-in'),
    required: wantedOf(wanted),
    tempSubscriptionId: await saveDraft(app, who, { msisdn, zipCode, wanted }, known),
  };
}

type Wanted = Pick<store.PortInRow, 'required' | 'donor' | 'old_carrier'>;
const nothingKnown: Wanted = { required: null, donor: null, old_carrier: null };

function wantedBy({ required, donor = '' }: Extract<Portability, { portable: true }>): Wanted {
  const known = oldCarriers.find(({ name }) => name.toLowerCase() === donor.toLowerCase());
  return { required: required.join(','), donor: donor || null, old_carrier: known?.id ?? null };
}

function saveDraft(
  app: App,
  who: Visitor | Customer,
  { msisdn, zipCode, wanted }: Input & { wanted: Wanted },
  known: store.PortInRow | undefined,
): Promise<string> {
  const now = app.clock.now();
  const owner = 'customerId' in who ? who : undefined;
  const mine = owner && { customer_id: owner.customerId };
  return app.db.transaction(async (tx) => {
    if (owner) await holdOpen(tx, owner);
    const draft = known && (await store.lockUsablePortIn(tx, who, known.id));
    if (draft && isAtHome(draft.status)) {
      await store.setPortIn(tx, draft.id, {
        zip_code: zipCode,
        updated_at: now,
        ...wanted,
        // The customer's own word counts more.
        old_carrier: draft.old_carrier ?? wanted.old_carrier,
        ...mine,
      });
      return draft.id;
    }
    const id = app.random.id('prt');
    await store.insertPortIn(tx, {
      id,
      tenant_id: who.tenant,
      customer_id: owner?.customerId ?? null,
      browser_id: who.browserId ?? null,
      msisdn,
      zip_code: zipCode,
      ...wanted,
      status: 'draft',
      reason: null,
      version: 0,
      attempt: 0,
      carrier_ref: null,
      asking_until: null,
      sealed_details: null,
      sim_type: 'esim',
      iccid: '',
      imei: '',
      line_id: null,
      order_id: null,
      created_at: now,
      updated_at: now,
    });
    await store.insertStep(tx, {
      port_in_id: id,
      attempt: 0,
      status: 'draft',
      reason: null,
      raw_code: '',
      raw_text: '',
      at: now,
    });
    return id;
  });
}
