import type { Activation, ActivationVerbs } from '../carrier-activations.ts';
import type { OfferedVerbs } from '../carrier-can.ts';
import type { LineState } from '../carrier-lines.ts';
import { fingerprintOf, inquire, numberIn, streetOf, type Wholesale } from './wholesale.ts';
import type { Made } from './once.ts';
import type { RequestRow } from './store.ts';
import { isNoSubscriber, lineStateOf, SIM_NOT_OURS } from './tables.ts';
import { unexpected, unseen } from './wire.ts';

type LineVerbs = Pick<
  OfferedVerbs,
  'checkSim' | 'viewLine' | 'suspendLine' | 'resumeLine' | 'releaseLine' | 'changeNumber'
>;

const badAddress = /(?:street\w* is invalid|invalid zip|city is blank)/i;

export function activationVerbs(wholesale: Wholesale): ActivationVerbs {
  const { ask, store, once } = wholesale;

  async function seen(row: RequestRow): Promise<Activation> {
    const { ref } = row;
    if (row.state === 'refused') {
      return { kind: 'refused', ref, reason: row.reason === 'sim_in_use' ? 'sim_in_use' : 'other' };
    }
    const answer = await inquire(wholesale, { sim: row.iccid });
    const state = answer.isDone ? lineStateOf(answer) : undefined;
    const line = { ref, msisdn: numberIn(answer.told('MSISDN')), iccid: row.iccid };
    if (state === 'released') return { kind: 'ended', ref };
    if (state && line.msisdn) return { kind: 'active', ...line };
    if (!answer.isDone && !isNoSubscriber(answer)) throw unexpected('subsriberInquiry', answer);
    return { kind: 'pending', ...line };
  }

  return {
    async activate(asked) {
      const {
        key,
        msisdn = '',
        iccid = '',
        imei = '',
        zipCode,
        planId,
        subscriber,
        address,
      } = asked;
      const row = await once({
        kind: 'activation',
        key,
        fingerprint: fingerprintOf(msisdn, zipCode, iccid, imei, planId),
        msisdn,
        iccid,
        async find({ sent }): Promise<Made | undefined> {
          // How an eSIM's profile comes is not documented, so none is sold.
          if (asked.simType === 'esim' || !iccid) return { state: 'refused', reason: 'other' };
          const answer = await inquire(wholesale, { sim: iccid });
          if (!answer.isDone || !numberIn(answer.told('MSISDN'))) return undefined;
          const isOurs = sent > 0 || numberIn(answer.told('MSISDN')) === msisdn;
          return isOurs ? { state: 'made' } : { state: 'refused', reason: 'sim_in_use' };
        },
        async make({ ref }): Promise<Made> {
          const answer = await ask('Activate', {
            partnerTransactionId: ref,
            imei,
            sim: iccid,
            eSim: 'N',
            EID: '',
            BAN: '',
            ...subscriber,
            ...streetOf(address),
            zip: zipCode,
            plan: planId,
            // A number here does not port: it gives a new one.
            portMdn: '',
          });
          if (answer.isDone) return { state: 'made' };
          const isRefused = answer.code === SIM_NOT_OURS || badAddress.test(answer.text);
          if (isRefused) return { state: 'refused', reason: 'other' };
          throw unexpected('Activate', answer);
        },
      });
      if (row.state === 'refused') return seen(row);
      return { kind: 'pending', ref: row.ref, msisdn: '', iccid };
    },

    async viewActivation(ref) {
      const row = await store.byRef('activation', ref);
      if (!row) throw new Error(`There is no activation ${ref}`);
      return seen(row);
    },

    async findActivation({ key }) {
      const row = await store.one({ kind: 'activation', key });
      return row && seen(row);
    },
  };
}

export function lineVerbs(wholesale: Wholesale): LineVerbs {
  const { ask, once, store } = wholesale;

  async function viewLine({ lineKey, msisdn }: Parameters<LineVerbs['viewLine']>[0]) {
    const answer = await inquire(wholesale, { msisdn });
    if (isNoSubscriber(answer)) return 'released';
    // It knows no keys of ours, but we know which card began which line.
    const owner = lineKey && (await store.lineOfSim(answer.told('sim')));
    if (owner && owner !== lineKey) return 'released';
    const state = answer.isDone ? lineStateOf(answer) : undefined;
    if (!state) throw unexpected('subsriberInquiry', answer);
    return state;
  }

  /** Only from a state that it leads out of: each may be asked for again. */
  const move =
    (
      requestType: 'suspendSubscriber' | 'restoreSubscriber' | 'deactivateSubscriber',
      reasonCode: string,
      from: readonly LineState[],
    ) =>
    async (line: Parameters<typeof viewLine>[0]): Promise<void> => {
      if (!from.includes(await viewLine(line))) return;
      const answer = await ask(requestType, { MSISDN: line.msisdn, reasonCode });
      if (!answer.isDone) throw unexpected(requestType, answer);
    };

  return {
    viewLine,
    suspendLine: move('suspendSubscriber', 'NPG', ['active']),
    resumeLine: move('restoreSubscriber', 'CR', ['suspended']),
    releaseLine: move('deactivateSubscriber', 'DD', ['active', 'suspended']),

    async checkSim(iccid) {
      const answer = await inquire(wholesale, { sim: iccid });
      const inUse = answer.isDone && numberIn(answer.told('MSISDN')) !== '';
      return { ours: answer.code !== SIM_NOT_OURS, inUse };
    },

    async changeNumber({ key, msisdn, zipCode }) {
      const row = await once({
        kind: 'number',
        key,
        fingerprint: fingerprintOf(msisdn, zipCode),
        msisdn,
        async find({ sent, iccid }): Promise<Made | undefined> {
          if (sent === 0 || !iccid) return undefined;
          const now = numberIn((await inquire(wholesale, { sim: iccid })).told('MSISDN'));
          return now && now !== msisdn ? { state: 'made', msisdn: now } : undefined;
        },
        async make(): Promise<Made> {
          const before = await inquire(wholesale, { msisdn });
          if (isNoSubscriber(before)) return { state: 'refused', reason: 'other' };
          const iccid = before.told('sim');
          if (!before.isDone || !iccid) throw unexpected('subsriberInquiry', before);
          // Kept first: a lost answer is looked up by it.
          await wholesale.store.change({ kind: 'number', key }, { iccid });
          const answer = await ask('swapMSISDN', { MSISDN: msisdn, zipCode });
          if (/invalid zip/i.test(answer.text)) return { state: 'refused', reason: 'no_numbers' };
          if (!answer.isDone) throw unexpected('swapMSISDN', answer);
          const told = answer.told('MSISDN') || answer.told('newMSISDN');
          const now = numberIn(told || (await inquire(wholesale, { sim: iccid })).told('MSISDN'));
          if (!now || now === msisdn) throw unseen('swapMSISDN');
          return { state: 'made', msisdn: now };
        },
      });
      if (row.state === 'made') return { kind: 'changed', msisdn: row.msisdn };
      return { kind: 'refused', reason: row.reason === 'no_numbers' ? 'no_numbers' : 'other' };
    },
  };
}
