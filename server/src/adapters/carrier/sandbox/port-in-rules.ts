import type { PortInReason } from '@portside/contract/port-in-reasons';
import type { OldAccount, OldAccountField, Portability, RawWords } from '../carrier-port-ins.ts';
import type { PortInRow } from './store.ts';

type NextStep =
  | { status: 'confirmed' }
  | { status: 'delayed' | 'details_required'; raw: RawWords }
  | { status: 'rejected'; reason: PortInReason; raw: RawWords };

const notPortable: Readonly<Record<string, Extract<Portability, { portable: false }>['reason']>> = {
  '80': 'not_portable',
  '81': 'same_network',
  '82': 'pending_elsewhere',
};

const rejections: Readonly<
  Record<string, { reason: PortInReason; raw: RawWords; mended: (row: PortInRow) => boolean }>
> = {
  '90': {
    reason: 'account_number',
    raw: { code: '8A', text: 'Account number required or incorrect' },
    mended: (row) => row.account_changed,
  },
  '91': {
    reason: 'transfer_pin',
    raw: { code: '6B', text: 'Number Transfer PIN required or incorrect' },
    mended: (row) => row.pin_changed,
  },
  '92': {
    reason: 'port_locked',
    raw: { code: '6P', text: 'MDN_HAS_SRV_PROV_PORT_PROTECT' },
    // The first re-submit is too early.
    mended: (row) => row.tries > 2,
  },
  '93': {
    reason: 'zip',
    raw: { code: '9E', text: 'ZIP mismatch' },
    mended: (row) => row.holder_changed,
  },
  // Fails until somebody advances it.
  '97': {
    reason: 'carrier_system',
    raw: { code: 'SYS', text: 'Port system unavailable' },
    mended: () => false,
  },
};

const lastTwo = (msisdn: string) => msisdn.slice(-2);

export const unportable = (msisdn: string) => notPortable[lastTwo(msisdn)];

export const failsAtSubmit = (msisdn: string) => lastTwo(msisdn) === '95';

export const losesFirstAnswer = (msisdn: string) => lastTwo(msisdn) === '96';

const usual: readonly OldAccountField[] = ['billingAccount', 'pinPassword'];
const proof: readonly OldAccountField[] = ['birthday', 'address', 'city', 'state', 'zipCode'];

/** Numbers that end in 99 need a birthday and an address, too. */
export const requiredFor = (msisdn: string): readonly OldAccountField[] =>
  lastTwo(msisdn) === '99' ? [...usual, ...proof] : usual;

export const donorOf = (msisdn: string) => (lastTwo(msisdn) === '99' ? 'Verizon' : undefined);

/** Those that end in 98 are asked for them after the submit. */
export const requiredLater = proof;

export const proves = ({ birthday, address, city, state, zipCode }: OldAccount) =>
  [birthday, address, city, state, zipCode].every((one) => one !== undefined);

export function nextStepOf(row: PortInRow): NextStep {
  const digits = lastTwo(row.msisdn);
  if (digits === '98' && !row.holder_proved) {
    return { status: 'details_required', raw: { code: 'INFO', text: 'More information required' } };
  }
  if (digits === '94') {
    return { status: 'delayed', raw: { code: 'DLY', text: 'Old carrier needs more time' } };
  }
  const rejection = rejections[digits];
  if (!rejection || rejection.mended(row)) return { status: 'confirmed' };
  return { status: 'rejected', reason: rejection.reason, raw: rejection.raw };
}
