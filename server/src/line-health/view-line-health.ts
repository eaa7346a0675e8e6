import type { OutputOf, ParsedInputOf } from '@portside/contract/endpoint';
import type { viewLineHealth as viewLineHealthCall } from '@portside/contract/line-health';
import type { App } from '../app.ts';
import { OutsideFailure } from '../adapters/outside-failure.ts';
import { notFound } from '../http/no.ts';
import type { Customer } from '../http/who.ts';
import { findLine, imeiOf } from '../lines/lines.ts';
import { viewRenewable } from '../lines/renewable.ts';
import { openHold } from '../lines/holds.ts';
import { networkAskOf } from '../lines/network-asks.ts';
import { needsOfLine } from '../needs/needs.ts';
import { suspensionsOf } from '../lines/suspension.ts';
import { underWay } from '../checkout/line-busy.ts';
import { simOf } from '../sim-replacement/replacement-view.ts';
import { shippingOf } from '../shipping/shipments.ts';
import { wantsCardAlone } from '../port-in/port-in.ts';
import { viewUsage } from '../usage/view-usage.ts';
import { findingsOf, type Seen } from './findings.ts';
import { noticesNow, noticeText } from '../brands/notices-now.ts';

type Call = typeof viewLineHealthCall;

/**
 * Looks at everything that can keep a line from working (K22). What the carrier doesn't answer is
 * left out, and said. @throws No `not_found`, also for another customer's line
 */
export async function viewLineHealth(
  app: App,
  who: Customer,
  { id }: ParsedInputOf<Call>,
): Promise<OutputOf<Call>> {
  const db = app.db.query;
  const [found, renewable, shipping] = await Promise.all([
    findLine(db, who, id),
    viewRenewable(db, who, id),
    shippingOf(app, db, who.brand, id),
  ]);
  if (!found || !renewable) throw notFound();
  const hold = await openHold(db, id);
  const line = {
    ...found,
    ...(shipping && { shipping }),
    ...(hold && { heldUntil: hold.until.toISOString() }),
  };
  const [suspensions, network, works, imei, usage, newSim, needs] = await Promise.all([
    suspensionsOf(db, id),
    networkAskOf(db, id),
    underWay(db, id),
    imeiOf(db, who, id),
    viewUsage(app, who, { id }),
    simOf(app, db, id, who.language),
    needsOfLine(app, who, id),
  ]);
  const { carrier } = app.adapters.of(who.tenant);
  const { zipCode, mdn: msisdn } = renewable;
  const isServed = line.status === 'active' || line.status === 'suspended';
  const [atCarrier, phone, outage] = await Promise.all([
    isServed && msisdn
      ? answered(app, () => carrier.viewLine({ lineKey: renewable.carrierKey, msisdn }))
      : undefined,
    imei && carrier.can.has('checkDevice')
      ? answered(app, () => carrier.checkDevice(imei))
      : undefined,
    carrier.can.has('outages') ? answered(app, () => carrier.viewOutage({ zipCode })) : undefined,
  ]);
  const silent = [atCarrier, phone, outage].includes('silent');
  const seen = {
    line,
    role: who.member?.role,
    zipCode,
    suspensions,
    network,
    underWay: works,
    meters: usage.meters,
    newSim,
    needs,
    wantsCardAlone: await wantsCardAlone(app, who, line),
    atCarrier: known(atCarrier),
    phone: known(phone),
    outage: known(outage),
    notices: noticesAt(who, app.clock.now(), zipCode),
  };
  return { findings: findingsOf(who, app.clock.now(), seen), complete: !silent };
}

/** An outage comes before maintenance. */
function noticesAt({ brand, language }: Customer, now: Date, zipCode: string): Seen['notices'] {
  const here = noticesNow(brand, now, zipCode);
  return (['outage', 'maintenance'] as const).flatMap((kind) =>
    here
      .filter((one) => one.kind === kind)
      .map((one) => ({ kind, text: noticeText(one, language).text })),
  );
}

async function answered<T>(app: App, ask: () => Promise<T>): Promise<T | 'silent'> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error;
    app.log.warn({ err: error }, 'a line was looked at without the carrier');
    return 'silent';
  }
}

const known = <T>(answer: T | 'silent'): T | undefined =>
  answer === 'silent' ? undefined : answer;
