import { later, seconds } from '../../clock.ts';
import type { Request, RequestOf } from './requests.ts';
import type { Told } from './server.ts';

interface Subscriber {
  msisdn: string;
  sim: string;
  attStatus: 'Active' | 'Suspended' | 'Canceled';
}

interface PortIn {
  sim: string;
  accountNumber: string;
  at: Date;
  isCanceled: boolean;
}

export type Ending = 'arrives' | 'account_number' | 'never_created';

const PORT_TAKES = seconds(20);
const RIGHT_ACCOUNT = '111222333';
const nowhere = '00000';

const done = (Result?: object): Told => ({
  statusCode: '00',
  description: 'Success',
  ...(Result && { Result }),
});
const no = (statusCode: string, description: string): Told => ({
  statusCode,
  description: `Error!!${description}`,
});

/** A reseller's SIMs, lines and numbers that come. */
export function openAccount(now: () => Date) {
  const sims = new Set<string>();
  const lines: Subscriber[] = [];
  const portIns = new Map<string, PortIn>();
  /** How a number moves; those not named arrive. */
  const endings = new Map<string, Ending>();
  let numbers = 0;

  const freshNumber = () => `21255${String(50_000 + (numbers += 1))}`;
  const ofNumber = (msisdn: string) =>
    lines.findLast((one) => one.msisdn === msisdn && one.attStatus !== 'Canceled') ??
    lines.findLast((one) => one.msisdn === msisdn);
  const ofSim = (sim: string) => lines.findLast((one) => one.sim === sim);

  function activate(asked: RequestOf<'Activate'>): Told {
    if (!sims.has(asked.sim)) return no('910', 'sim does not belong to this MVNO');
    if (asked.zip === nowhere) return no('905', 'Invalid Zipcode.');
    const before = ofSim(asked.sim);
    if (before && before.attStatus !== 'Canceled') return no('907', 'sim is already in use');
    const line: Subscriber = { msisdn: freshNumber(), sim: asked.sim, attStatus: 'Active' };
    lines.push(line);
    return done({ MSISDN: line.msisdn, BAN: '987654321', status: 'Active' });
  }

  function inquire({ MSISDN, sim }: RequestOf<'subsriberInquiry'>): Told {
    if (sim && !sims.has(sim)) return no('910', 'sim does not belong to this MVNO');
    arrive();
    const line = sim ? ofSim(sim) : ofNumber(MSISDN);
    if (!line) return no('902', 'Subscriber does not exist');
    const { msisdn, attStatus } = line;
    return done({ MSISDN: msisdn, sim: line.sim, BAN: '987654321', attStatus });
  }

  function turn(MSISDN: string, from: readonly string[], into: Subscriber['attStatus']): Told {
    const line = ofNumber(MSISDN);
    if (!line) return no('902', 'Subscriber does not exist');
    if (!from.includes(line.attStatus)) return no('948', `Subscriber Must Be ${from[0]}`);
    line.attStatus = into;
    return done({ MSISDN });
  }

  function swap({ MSISDN, zipCode }: RequestOf<'swapMSISDN'>): Told {
    const line = ofNumber(MSISDN);
    if (!line) return no('902', 'Subscriber does not exist');
    if (line.attStatus !== 'Active') return no('948', 'Subscriber Must Be Active');
    if (zipCode === nowhere) return no('905', 'Invalid Zipcode.');
    line.msisdn = freshNumber();
    return done({ MSISDN: line.msisdn });
  }

  function bring(asked: RequestOf<'portinRequest'>): Told {
    const { MSISDN, sim, old_service_provider: old } = asked;
    if (!sims.has(sim)) return no('910', 'sim does not belong to this MVNO');
    const ending = endings.get(MSISDN);
    if (ending === 'never_created') return no('953', 'This MSIDN is not eligible for the Portin.');
    if (portIns.has(MSISDN)) return no('954', 'Port Request already exists');
    const accountNumber = old.billingAccountNumber;
    portIns.set(MSISDN, { sim, accountNumber, at: now(), isCanceled: false });
    return done({ MSISDN, BAN: '987654321' });
  }

  function update({ MSISDN, old_service_provider: old }: RequestOf<'portinUpdate'>): Told {
    const portIn = portIns.get(MSISDN);
    if (!portIn) return no('948', 'Port Request Does Not Exist');
    portIn.accountNumber = old.billingAccountNumber;
    portIn.at = now();
    return done({ MSISDN });
  }

  const isOver = (portIn: PortIn) => now() >= later(portIn.at, PORT_TAKES);
  const isRight = (MSISDN: string, portIn: PortIn) =>
    endings.get(MSISDN) !== 'account_number' || portIn.accountNumber === RIGHT_ACCOUNT;

  /** Numbers whose time has come are lines. */
  function arrive(): void {
    for (const [msisdn, portIn] of portIns) {
      const isHere = isOver(portIn) && isRight(msisdn, portIn) && !portIn.isCanceled;
      if (!isHere || lines.some((one) => one.msisdn === msisdn)) continue;
      lines.push({ msisdn, sim: portIn.sim, attStatus: 'Active' });
    }
  }

  function standing(MSISDN: string): Told {
    arrive();
    const portIn = portIns.get(MSISDN);
    if (!portIn || portIn.isCanceled) return no('948', 'Port Request Does Not Exist');
    if (!isOver(portIn)) return { statusCode: '01', description: 'Pending' };
    if (isRight(MSISDN, portIn)) {
      return done({ MSISDN, reasonCode: 'CO', reasonDescription: 'Completed' });
    }
    return {
      statusCode: '951',
      description:
        'Portin status fail.Conflict ~ statusReasonCode - 8A ~ statusReasonDescription - Account number required or incorrect',
      Result: { reasonCode: 'CT' },
    };
  }

  function cancel(MSISDN: string): Told {
    const portIn = portIns.get(MSISDN);
    if (!portIn) return no('948', 'Port Request Does Not Exist');
    if (isOver(portIn) && isRight(MSISDN, portIn)) return no('955', 'Port is already completed');
    portIn.isCanceled = true;
    return done({ MSISDN });
  }

  return {
    sims,
    lines,
    endings,
    ofNumber,
    act(asked: Request): Told {
      switch (asked.requestType) {
        case 'Activate':
          return activate(asked);
        case 'subsriberInquiry':
          return inquire(asked);
        case 'suspendSubscriber':
          return turn(asked.MSISDN, ['Active'], 'Suspended');
        case 'restoreSubscriber':
          return turn(asked.MSISDN, ['Suspended'], 'Active');
        case 'deactivateSubscriber':
          return turn(asked.MSISDN, ['Active', 'Suspended'], 'Canceled');
        case 'swapMSISDN':
          return swap(asked);
        case 'portinRequest':
          return bring(asked);
        case 'portinUpdate':
          return update(asked);
        case 'portinStatus':
          return standing(asked.MSISDN);
        case 'portinCancel':
          return cancel(asked.MSISDN);
      }
    },
  };
}
