import type { CarrierPortIn, OldAccount, PortInRequest, PortInVerbs } from '../carrier-port-ins.ts';
import { fingerprintOf, streetOf, type Wholesale } from './wholesale.ts';
import type { Made } from './once.ts';
import type { RequestRow } from './store.ts';
import { isNoPortIn, notMade, PORT_IN_CONFLICT, rejectionOf } from './tables.ts';
import { unexpected, type Answer } from './wire.ts';

/** What a submit holds but for our key. */
type Move = Pick<PortInRequest, 'msisdn' | 'oldAccount' | 'subscriber' | 'address' | 'sim'> & {
  zipCode: string;
  planId: string;
};

const COMPLETED = 'CO';
const CONFLICT = 'CT';

export function portInVerbs(wholesale: Wholesale): PortInVerbs {
  const { ask, store, once } = wholesale;
  const statusOf = (msisdn: string) => ask('portinStatus', { MSISDN: msisdn });

  /** @throws OutsideFailure for a code that says nothing of it */
  async function seen(row: RequestRow): Promise<CarrierPortIn> {
    const { ref, iccid } = row;
    if (row.state === 'canceled') return { kind: 'cancelled', ref };
    if (row.state === 'refused') return notCreated(row.reason ?? '');
    return standing(await statusOf(row.msisdn), ref, iccid);
  }

  return {
    /** Nothing is documented that asks before a submit; one that is under way is known. */
    async checkPortIn({ msisdn }) {
      const answer = await statusOf(msisdn);
      // 00 is a standing, too: what it is stands in its reason.
      const isUnderWay = /^0\d$/.test(answer.code) && answer.told('reasonCode') !== COMPLETED;
      if (isUnderWay) return { portable: false, reason: 'pending_elsewhere' };
      return { portable: true, required: ['billingAccount', 'pinPassword'] };
    },

    async submitPortIn(asked) {
      const { key, msisdn, sim, line } = asked;
      const iccid = sim?.iccid ?? '';
      const row = await once({
        kind: 'port-in',
        key,
        fingerprint: fingerprintOf(msisdn, iccid, line?.planId),
        msisdn,
        iccid,
        async find({ sent }): Promise<Made | undefined> {
          // The number comes to a SIM and a plan, or not at all.
          if (!line || !iccid || sim?.simType !== 'physical') {
            return { state: 'refused', reason: ' A card and a plan are needed|never_created' };
          }
          if (sent === 0) return undefined;
          return isNoPortIn(await statusOf(msisdn)) ? undefined : { state: 'made' };
        },
        async make({ ref }): Promise<Made> {
          const move = { ...asked, planId: line?.planId ?? '' };
          const answer = await ask('portinRequest', requestOf(ref, move));
          if (answer.isDone) return { state: 'made' };
          const reason = notMade(answer);
          if (!reason) throw unexpected('portinRequest', answer);
          return { state: 'refused', reason: `${answer.code} ${answer.text}|${reason}` };
        },
      });
      if (row.state !== 'made') return seen(row);
      // The line begins with the number: its activation is found by its own key.
      if (line) await beginLine(line.key, row);
      const stands = await seen(row);
      return stands.kind === 'cancelled' ? { kind: 'pending', ref: row.ref, iccid } : stands;
    },

    async updatePortIn({ key, ref, oldAccount, subscriber, sim }) {
      const row = await requireRow(ref);
      await once({
        kind: 'port-in-update',
        key,
        fingerprint: fingerprintOf(ref, Object.keys(oldAccount)),
        msisdn: row.msisdn,
        async find({ sent }): Promise<Made | undefined> {
          if (sent === 0) return undefined;
          // It came, or something else did: nothing is open any more.
          const isOpen = (await statusOf(row.msisdn)).code === PORT_IN_CONFLICT;
          return isOpen ? undefined : { state: 'made' };
        },
        async make(): Promise<Made> {
          const { msisdn, iccid } = row;
          const card = sim?.iccid ?? iccid;
          const {
            partnerTransactionId: _,
            planCode: __,
            ...fields
          } = requestOf(ref, {
            msisdn,
            oldAccount,
            subscriber,
            sim: { simType: 'physical', iccid: card, ...(sim?.imei && { imei: sim.imei }) },
            zipCode: oldAccount.zipCode ?? '',
            planId: '',
          });
          const answer = await ask('portinUpdate', fields);
          if (!answer.isDone) throw unexpected('portinUpdate', answer);
          return { state: 'made' };
        },
      });
      return seen(await requireRow(ref));
    },

    async cancelPortIn(ref) {
      const row = await requireRow(ref);
      const stands = await seen(row);
      if (stands.kind === 'completed' || stands.kind === 'cancelled') return stands;
      const answer = await ask('portinCancel', { MSISDN: row.msisdn });
      if (!answer.isDone && !isNoPortIn(answer)) throw unexpected('portinCancel', answer);
      await store.change(row, { state: 'canceled' });
      return { kind: 'cancelled', ref };
    },

    async viewPortIn(ref) {
      return seen(await requireRow(ref));
    },

    async findPortIn({ key, msisdn }) {
      const row = await store.one({ kind: 'port-in', key });
      if (!row || row.state === 'refused') return undefined;
      if (row.state !== 'asked') return seen(row);
      const answer = await statusOf(msisdn);
      if (row.sent === 0 || isNoPortIn(answer)) return undefined;
      return standing(answer, row.ref, row.iccid);
    },
  };

  async function requireRow(ref: string): Promise<RequestRow> {
    const row = await store.byRef('port-in', ref);
    if (!row) throw new Error(`There is no port-in ${ref}`);
    return row;
  }

  async function beginLine(key: string, { ref, msisdn, iccid }: RequestRow) {
    const activation = { kind: 'activation', key } as const;
    const asked_at = wholesale.clock.now();
    const line = { ...activation, ref: `${ref}.line`, fingerprint: '', msisdn, iccid, asked_at };
    await store.add(line);
    await store.change(activation, { state: 'made' });
  }
}

/** `code text|reason`: kept as it was told; what we say ourselves has no code. */
function notCreated(kept: string): CarrierPortIn {
  const [told = '', reason = ''] = kept.split('|');
  const [, code = '', text = told] = /^(\w*) (.*)$/.exec(told) ?? [];
  return {
    kind: 'not_created',
    reason: reason as Extract<CarrierPortIn, { kind: 'not_created' }>['reason'],
    raw: { code, text },
  };
}

function standing(answer: Answer, ref: string, iccid: string): CarrierPortIn {
  const reasonCode = answer.told('reasonCode');
  if (answer.isDone && reasonCode === COMPLETED) return { kind: 'completed', ref, iccid };
  if (answer.code === PORT_IN_CONFLICT || reasonCode === CONFLICT) {
    return { kind: 'rejected', ref, ...rejectionOf(answer) };
  }
  // It was never there, or the carrier's own staff canceled it.
  if (isNoPortIn(answer)) return { kind: 'cancelled', ref };
  // Its other words are not documented: nothing is over yet.
  return { kind: 'pending', ref, iccid };
}

function requestOf(partnerTransactionId: string, move: Move) {
  const { msisdn, oldAccount, subscriber, address, sim, zipCode, planId } = move;
  return {
    partnerTransactionId,
    MSISDN: msisdn,
    sim: sim?.iccid ?? '',
    eSim: 'N',
    BAN: '',
    imei: sim?.imei ?? '',
    planCode: planId,
    subscriber: {
      firstName: subscriber.firstName,
      lastName: subscriber.lastName,
      ...streetOf(address),
      streetType: '',
      zipCode,
    },
    old_service_provider: oldProvider(oldAccount, subscriber),
  };
}

const oldProvider = (
  { accountNumber = '', pin = '', firstName, lastName }: OldAccount,
  subscriber: { firstName: string; lastName: string },
) => ({
  billingAccountNumber: accountNumber,
  billingAccountPassword: pin,
  firstName: firstName ?? subscriber.firstName,
  lastName: lastName ?? subscriber.lastName,
});
