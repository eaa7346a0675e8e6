import { type StreetAddress, streetLine } from '@portside/contract/street-address';
import type { World } from '../../../app.ts';
import { behave, realPause, type Pause } from '../../sandbox/break-modes.ts';
import { OutsideFailure } from '../../outside-failure.ts';
import type { LineState } from '../carrier-lines.ts';
import type { CarrierPortOut } from '../carrier-port-outs.ts';
import type { CarrierPortIn } from '../carrier-port-ins.ts';
import type { SimChange } from '../carrier-sims.ts';
import type { Activation } from '../carrier-activations.ts';
import { completeCarrier } from '../carrier-can.ts';
import type { CarrierPort } from '../carrier.ts';
import { addOnce, allowancesOf, removeAllowance } from './allowances.ts';
import { activateIfDue, activateOnce, describe, networkAt } from './activations.ts';
import { viewEsim } from './esims.ts';
import { setLineState, viewLineState } from './lines.ts';
import { setNumberLock, viewNumberLock } from './locks.ts';
import { readCarrierNotice } from './notices.ts';
import { releaseNumber, reserveNumber } from './numbers.ts';
import { changeNumberOnce } from './number-changes.ts';
import { keepNumber, offerNumbers } from './number-holds.ts';
import { viewOutage } from './outages.ts';
import { cancelChange, changeOnce, findChange } from './sim-changes.ts';
import {
  endTransferPin,
  portOutsSince,
  refusePortOut,
  setTransferPin,
  viewPortOut,
} from './port-outs.ts';
import { planVerbs } from './plans.ts';
import { stepIfDue } from './port-in-steps.ts';
import { cancelNow, checkPortIn, describePortIn, submitOnce, updateOnce } from './port-ins.ts';
import { deviceFacts, simFacts } from './sims.ts';
import { usageSince } from './usage.ts';
import {
  activationByKey,
  activationByRef,
  portInByKey,
  portInByRef,
  type PortInRow,
} from './store.ts';
import { writeLog } from './log.ts';

/** Durable, steered by magic numbers (listed at `/sandbox`), logged at `/sandbox/carrier`. */
export function sandboxCarrier(world: World, pause: Pause = realPause): CarrierPort {
  const { query } = world.db;
  /** Logged even when it does not answer. */
  async function asked<T>(
    verb: string,
    about: string,
    work: () => Promise<T>,
    inWords: (answer: T) => string,
  ): Promise<T> {
    let answer: T;
    try {
      await behave(world, 'carrier', pause);
      answer = await work();
    } catch (error) {
      if (error instanceof OutsideFailure) {
        const lost = error.outcome === 'unknown' ? 'done, the answer was lost' : 'no answer';
        writeLog(world, query, verb, about, lost);
      }
      throw error;
    }
    writeLog(world, query, verb, about, inWords(answer));
    return answer;
  }
  const tell = (verb: string, state: LineState) => (line: { msisdn: string }) =>
    asked(
      verb,
      line.msisdn,
      () => setLineState(world, line.msisdn, state),
      () => state,
    );
  const current = async (row: PortInRow) => describePortIn(await stepIfDue(world, row));
  return completeCarrier({
    name: 'sandbox',
    ...planVerbs(world, asked),
    coverage: (zipCode) =>
      asked(
        'coverage',
        zipCode,
        async () => networkAt(zipCode),
        (network) => (network === 'none' ? 'not covered' : network),
      ),
    offerNumbers: (request) =>
      asked(
        'offer numbers',
        `ZIP ${request.zipCode} for ${request.key}`,
        () => offerNumbers(world, request),
        ({ numbers }) => numbers.map(({ msisdn }) => msisdn).join(', '),
      ),
    keepNumber: (request) =>
      asked(
        'keep number',
        `${request.msisdn} for ${request.key}`,
        () => keepNumber(world, request),
        (kept) => (kept ? 'kept' : 'gone'),
      ),
    reserveNumber: (request) =>
      asked(
        'reserve number',
        `ZIP ${request.zipCode} for ${request.key}`,
        async () => ({ msisdn: await reserveNumber(world, request) }),
        ({ msisdn }) => msisdn,
      ),
    releaseNumber: ({ key }) =>
      asked(
        'release number',
        key,
        () => releaseNumber(world, key),
        () => 'released',
      ),
    activate: (request) =>
      asked(
        'activate',
        `${request.msisdn ?? 'a new number'} (${request.simType}) for ${request.key}${atPlace(request)}`,
        () => activateOnce(world, request),
        inWords,
      ),
    viewActivation: (ref) =>
      asked(
        'view activation',
        ref,
        async () => {
          const row = await activationByRef(query, ref);
          if (!row) throw new Error(`The carrier knows no activation ${ref}`);
          return describe(world, await activateIfDue(world, row));
        },
        inWords,
      ),
    findActivation: ({ key }) =>
      asked(
        'find activation',
        key,
        async () => {
          const row = await activationByKey(query, key);
          return row && describe(world, await activateIfDue(world, row));
        },
        (found) => (found ? inWords(found) : 'never seen'),
      ),
    checkDevice: (imei) =>
      asked(
        'check device',
        // The rest of an IMEI identifies a person's phone.
        `TAC ${imei.slice(0, 8)}`,
        async () => deviceFacts(imei),
        (facts) =>
          Object.entries(facts)
            .flatMap(([name, holds]) => (holds ? [name] : []))
            .join(', ') || 'no eSIM',
      ),
    checkSim: (iccid) =>
      asked(
        'check SIM',
        iccid,
        async () => simFacts(iccid),
        ({ ours, inUse }) => (ours ? (inUse ? 'in use' : 'ours') : 'not ours'),
      ),
    viewEsim: (iccid) =>
      asked(
        'view eSIM',
        iccid,
        () => viewEsim(world, iccid),
        (found) => found?.state ?? 'unknown',
      ),
    suspendLine: tell('suspend line', 'suspended'),
    resumeLine: tell('resume line', 'active'),
    releaseLine: tell('release line', 'released'),
    viewLine: ({ msisdn }) =>
      asked(
        'view line',
        msisdn,
        () => viewLineState(world, msisdn),
        (state) => state,
      ),
    addAllowance: (allowance) =>
      asked(
        'add allowance',
        `${allowance.addOnId} for ${allowance.msisdn} as ${allowance.key}`,
        () => addOnce(world, allowance),
        () => `until ${allowance.until.toISOString()}`,
      ),
    removeAllowance: (allowance) =>
      asked(
        'remove allowance',
        allowance.key,
        () => removeAllowance(world, allowance),
        () => 'removed',
      ),
    listAllowances: ({ msisdn }) =>
      asked(
        'list allowances',
        msisdn,
        () => allowancesOf(world, msisdn),
        (all) => String(all.length),
      ),
    changeSim: (request) =>
      asked(
        'change SIM',
        `${request.msisdn} (${request.simType}) for ${request.key}`,
        () => changeOnce(world, request),
        changeWords,
      ),
    mailSim: (request) =>
      asked(
        'mail SIM',
        `${request.msisdn} for ${request.key}`,
        () => changeOnce(world, { ...request, simType: 'physical' }),
        changeWords,
      ),
    findSimChange: ({ key }) =>
      asked(
        'find SIM change',
        key,
        () => findChange(world, key),
        (found) => (found ? changeWords(found) : 'never seen'),
      ),
    cancelSimChange: ({ key }) =>
      asked('cancel SIM change', key, () => cancelChange(world, key), changeWords),
    setNumberLock: (line) =>
      asked(
        'set number lock',
        line.msisdn,
        () => setNumberLock(world, line),
        () => onOrOff(line.on),
      ),
    viewNumberLock: ({ msisdn }) =>
      asked('view number lock', msisdn, () => viewNumberLock(world, msisdn), onOrOff),
    setEmergencyAddress: ({ msisdn, address }) =>
      asked(
        'set emergency address',
        `${msisdn}${atPlace({ address })}`,
        async () => address.streetNumber !== UNKNOWN_STREET_NUMBER,
        (isFound) => (isFound ? 'found' : 'not found'),
      ),
    usage: ({ msisdn }, since) =>
      asked(
        'usage',
        `${msisdn} since ${since.toISOString()}`,
        () => usageSince(world, msisdn, since),
        ({ records }) => `${records.length} records`,
      ),
    checkPortIn: ({ msisdn, zipCode }) =>
      asked(
        'check port-in',
        `${msisdn}, ZIP ${zipCode}`,
        () => checkPortIn(world, msisdn),
        (answer) => (answer.portable ? 'portable' : answer.reason),
      ),
    submitPortIn: (request) =>
      asked(
        'submit port-in',
        `${request.msisdn} for ${request.key}${atPlace(request)}`,
        async () => {
          const made = await submitOnce(world, request);
          return 'kind' in made ? made : current(made);
        },
        portInWords,
      ),
    updatePortIn: (update) =>
      asked(
        'update port-in',
        `${update.ref} for ${update.key}`,
        async () => current(await updateOnce(world, update)),
        portInWords,
      ),
    cancelPortIn: (ref) =>
      asked('cancel port-in', ref, async () => current(await cancelNow(world, ref)), portInWords),
    viewPortIn: (ref) =>
      asked(
        'view port-in',
        ref,
        async () => {
          const row = await portInByRef(query, ref);
          if (!row) throw new Error(`The carrier knows no port-in ${ref}`);
          return current(row);
        },
        portInWords,
      ),
    findPortIn: ({ key }) =>
      asked(
        'find port-in',
        key,
        async () => {
          const row = await portInByKey(query, key);
          return row && current(row);
        },
        (found) => (found ? portInWords(found) : 'never seen'),
      ),
    viewOutage: ({ zipCode }) =>
      asked(
        'view outage',
        `ZIP ${zipCode}`,
        () => viewOutage(world, zipCode),
        (found) => (found ? 'down' : 'none'),
      ),
    changeNumber: (request) =>
      asked(
        'change number',
        `${request.msisdn}, ZIP ${request.zipCode} for ${request.key}`,
        () => changeNumberOnce(world, request),
        (change) => ('reason' in change ? `refused: ${change.reason}` : change.msisdn),
      ),
    setTransferPin: (pin) =>
      asked(
        'set transfer PIN',
        pin.msisdn,
        () => setTransferPin(world)(pin),
        () => `until ${pin.expiresAt.toISOString()}`,
      ),
    endTransferPin: (line) =>
      asked(
        'end transfer PIN',
        line.msisdn,
        () => endTransferPin(world)(line),
        () => 'ended',
      ),
    viewPortOut: (ref) => asked('view port-out', ref, () => viewPortOut(world, ref), portOutWords),
    portOutsSince: (since) =>
      asked(
        'port-outs since',
        since.toISOString(),
        () => portOutsSince(world, since),
        (found) => String(found.length),
      ),
    refusePortOut: (ref) =>
      asked('refuse port-out', ref, () => refusePortOut(world, ref), portOutWords),
    readNotice: (headers, body) => readCarrierNotice(world, headers, body),
  });
}

function atPlace({ address }: { address?: StreetAddress }): string {
  if (!address) return '';
  return `, used at ${streetLine(address)}, ${address.city}, ${address.state} ${address.zipCode}`;
}

/** At `/sandbox`. */
const UNKNOWN_STREET_NUMBER = '911';

const onOrOff = (on: boolean) => (on ? 'on' : 'off');

function inWords(activation: Activation): string {
  if (activation.kind === 'refused') return `refused: ${activation.reason}`;
  if (activation.kind === 'ended') return activation.kind;
  return `${activation.kind}, SIM ${activation.iccid}`;
}

function changeWords(change: SimChange): string {
  if (change.kind === 'refused') return `refused: ${change.reason}`;
  return 'iccid' in change ? `${change.kind}, SIM ${change.iccid}` : change.kind;
}
const portOutWords = ({ state, reason }: CarrierPortOut) =>
  reason ? `${state}: ${reason}` : state;

function portInWords(portIn: CarrierPortIn): string {
  const why = 'reason' in portIn ? `: ${portIn.reason}` : '';
  return `${portIn.kind}${why}`;
}
