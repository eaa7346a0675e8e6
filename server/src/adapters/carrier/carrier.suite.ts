import { luhnHolds } from '@portside/contract/card-brands';
import { usDigits } from '@portside/contract/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowanceSuite } from './carrier-allowances.suite.ts';
import { carrierLeavingSuite } from './carrier-leaving.suite.ts';
import { carrierSafetySuite } from './carrier-safety.suite.ts';
import type { CarrierPortIn, PortInRequest } from './carrier-port-ins.ts';
import { simSuite } from './carrier-sims.suite.ts';
import { usageSuite } from './carrier-usage.suite.ts';
import type { UsageRecord } from './carrier-usage.ts';
import { carrierPlans } from './carrier-plans.suite.ts';
import type { ActivationRequest, CarrierPort } from './carrier.ts';

/** A carrier, and time. */
export interface CarrierBench {
  port: CarrierPort;
  /** Time passes, and the carrier works; the notices that came. */
  pass(milliseconds: number): Promise<{ headers: Record<string, string>; body: string }[]>;
  /** A phone uses the network; the notices that come of it. */
  consume(msisdn: string, used: Omit<UsageRecord, 'from'>): Promise<void>;
  close(): Promise<void>;
}

/** What every carrier adapter keeps. */
export function carrierSuite(name: string, open: () => Promise<CarrierBench>): void {
  describe(`carrier by ${name}`, () => {
    let bench: CarrierBench;
    let lines = 0;

    beforeAll(async () => {
      bench = await open();
    });
    afterAll(() => bench.close());

    allowanceSuite(() => bench.port);
    usageSuite(() => bench);

    async function request(change: Partial<ActivationRequest> = {}): Promise<ActivationRequest> {
      lines += 1;
      const key = `line:${lines}`;
      const { msisdn } = await bench.port.reserveNumber({ key, zipCode: '10038' });
      return {
        key,
        msisdn,
        zipCode: '10038',
        simType: 'esim',
        planId: 'plan_1',
        subscriber: { firstName: 'Ann', lastName: 'Bee' },
        ...change,
      };
    }

    test('no outage is known where there is none', async () => {
      expect(await bench.port.viewOutage({ zipCode: '10038' })).toBeNull();
    });

    test('a line is stopped, works again and is given up; what it is, it stays', async () => {
      const asked = await request();
      await bench.port.activate(asked);
      const line = { msisdn: asked.msisdn };
      expect(await bench.port.viewLine(line)).toBe('active');
      for (const [tell, state] of [
        ['suspendLine', 'suspended'],
        ['resumeLine', 'active'],
        ['suspendLine', 'suspended'],
        ['releaseLine', 'released'],
      ] as const) {
        // Asked again after a lost answer, it is the same.
        await bench.port[tell](line);
        await bench.port[tell](line);
        expect(await bench.port.viewLine(line)).toBe(state);
      }
      await bench.port.resumeLine(line);
      expect(await bench.port.viewLine(line)).toBe('released');
    });

    simSuite(() => bench, request);
    const activated = async () => {
      const asked = await request();
      await bench.port.activate(asked);
      return { msisdn: asked.msisdn };
    };
    carrierSafetySuite(() => bench, activated);
    carrierLeavingSuite(() => bench, activated);

    carrierPlans(
      () => bench.port,
      async () => {
        const asked = await request();
        await bench.port.activate(asked);
        return asked.msisdn;
      },
    );

    test.each([
      ['10038', '5G'],
      ['10004', '4G'],
      ['00000', 'none'],
      ['1003', 'none'],
      ['not a ZIP', 'none'],
    ])('the network at ZIP %s is %s', async (zipCode, network) => {
      expect(await bench.port.coverage(zipCode)).toBe(network);
    });

    test.each([
      ['10038', /^(?:315|347|516|518|585|607|631|646|716|718|845|914|917|929)55501\d\d$/],
      ['99501', /^90755501\d\d$/],
      ['00601', /^(?:787|939)55501\d\d$/],
    ])('a number near ZIP %s has an area code of its state', async (zipCode, pattern) => {
      const { msisdn } = await bench.port.reserveNumber({ key: `near:${zipCode}`, zipCode });
      expect(msisdn).toMatch(pattern);
      expect(usDigits(msisdn)).toBe(msisdn);
    });

    test('a number is found where the ZIP Code says nothing', async () => {
      const { msisdn } = await bench.port.reserveNumber({ key: 'nowhere', zipCode: '00000' });
      expect(msisdn).toMatch(/^\d{3}55501\d\d$/);
    });

    test('fifty buyers at once get fifty numbers, each asked for three times', async () => {
      const keys = Array.from({ length: 50 }, (_, at) => `crowd:${at}`);
      const asked = await Promise.all(
        [...keys, ...keys, ...keys].map(async (key) => {
          const { msisdn } = await bench.port.reserveNumber({ key, zipCode: '82001' });
          return `${key} ${msisdn}`;
        }),
      );
      const pairs = new Set(asked);
      expect(pairs.size).toBe(50);
      expect(new Set([...pairs].map((pair) => pair.split(' ')[1])).size).toBe(50);
    });

    test('a released number is free again, an activated one is not', async () => {
      const { key, msisdn } = await request();
      // Kept before the other one is free, so that it cannot be the same number by chance.
      const unkept = await request({ msisdn });
      await bench.port.releaseNumber({ key });
      await bench.port.releaseNumber({ key });
      expect(await bench.port.activate(unkept)).toMatchObject({ kind: 'refused', reason: 'other' });
      const activated = await request();
      await bench.port.activate(activated);
      await bench.port.releaseNumber({ key: activated.key });
      const same = { key: activated.key, zipCode: '10038' };
      expect(await bench.port.reserveNumber(same)).toEqual({ msisdn: activated.msisdn });
    });

    test('a line is pending at first, then active, and a notice tells of it', async () => {
      const asked = await request();
      const first = await bench.port.activate(asked);
      expect(first).toMatchObject({ kind: 'pending', msisdn: asked.msisdn });
      const notices = await bench.pass(5000);
      const told = notices.map((one) => bench.port.readNotice(one.headers, one.body));
      expect(told).toContainEqual(expect.objectContaining({ about: 'activation', ref: first.ref }));
      expect(await bench.port.viewActivation(first.ref)).toEqual({ ...first, kind: 'active' });
      expect(await bench.port.findActivation(asked.key)).toEqual({ ...first, kind: 'active' });
    });

    test('the same key is the same activation, however often it is sent', async () => {
      const asked = await request();
      const all = await Promise.all(Array.from({ length: 10 }, () => bench.port.activate(asked)));
      expect(new Set(all.map((one) => one.ref)).size).toBe(1);
      await expect(bench.port.activate({ ...asked, planId: 'other' })).rejects.toThrow(/key/);
    });

    test('a key that was never used has no activation', async () => {
      expect(await bench.port.findActivation('line:none')).toBeUndefined();
    });

    test('an eSIM gets an ICCID of the carrier with its check digit, a SIM keeps its own', async () => {
      const esim = await bench.port.activate(await request());
      if (esim.kind === 'refused') throw new Error(esim.reason);
      expect(esim.iccid).toMatch(/^890141\d{13}$/);
      expect(luhnHolds(esim.iccid)).toBe(true);
      const iccid = '8901410000000000013';
      const sim = await bench.port.activate(await request({ simType: 'physical', iccid }));
      expect(sim).toMatchObject({ kind: 'pending', iccid });
    });

    test.each([
      ['[G05] a SIM in use', { simType: 'physical', iccid: '8901410000000000039' }, 'sim_in_use'],
      ['a place without coverage', { zipCode: '00000' }, 'no_coverage'],
      ['a phone that was reported lost', { imei: '350000030000000' }, 'device_blocked'],
    ] as const)('%s is refused, and stays so', async (_, change, reason) => {
      const asked = await request(change);
      const refused = await bench.port.activate(asked);
      expect(refused).toMatchObject({ kind: 'refused', reason });
      await bench.pass(5000);
      expect(await bench.port.viewActivation(refused.ref)).toEqual(refused);
    });

    test('a notice is genuine only with its own body, and only for five minutes', async () => {
      await bench.port.activate(await request());
      const [notice] = await bench.pass(5000);
      if (!notice) throw new Error('No notice came');
      const { headers, body } = notice;
      expect(bench.port.readNotice(headers, body)).toBeDefined();
      expect(bench.port.readNotice(headers, `${body} `)).toBeUndefined();
      expect(
        bench.port.readNotice({ ...headers, 'webhook-id': 'msg_other' }, body),
      ).toBeUndefined();
      const two = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
      expect(bench.port.readNotice(two, body)).toBeDefined();
      await bench.pass(301_000);
      expect(bench.port.readNotice(headers, body)).toBeUndefined();
    });

    /* Port-ins. */

    const comes = (msisdn: string, change: Partial<PortInRequest> = {}): PortInRequest => ({
      key: `port:${msisdn}`,
      msisdn,
      zipCode: '10038',
      oldAccount: { accountNumber: '998877665', pin: '4321' },
      subscriber: { firstName: 'Ann', lastName: 'Bee' },
      ...change,
    });
    const refOf = (portIn: CarrierPortIn) => {
      if (portIn.kind === 'not_created') throw new Error(portIn.raw.text);
      return portIn.ref;
    };

    test.each([
      ['2125550180', 'not_portable'],
      ['2125550181', 'same_network'],
      ['2125550182', 'pending_elsewhere'],
    ])('%s cannot come: %s, at the check and at the submit', async (msisdn, reason) => {
      const checked = await bench.port.checkPortIn({ msisdn, zipCode: '10038' });
      expect(checked).toEqual({ portable: false, reason });
      const sent = await bench.port.submitPortIn(comes(msisdn));
      expect(sent).toMatchObject({ kind: 'not_created', reason });
      expect(await bench.port.findPortIn(`port:${msisdn}`)).toBeUndefined();
    });

    test('a number is pending, confirmed, completed, and a notice tells of it', async () => {
      const msisdn = '2125550100';
      const zipCode = '10038';
      expect(await bench.port.checkPortIn({ msisdn, zipCode })).toEqual({ portable: true });
      const sim = { simType: 'esim' as const };
      const first = await bench.port.submitPortIn(comes(msisdn, { sim }));
      expect(first).toMatchObject({ kind: 'pending', iccid: expect.stringMatching(/^890141/) });
      const again = await bench.port.checkPortIn({ msisdn, zipCode });
      expect(again).toMatchObject({ portable: false, reason: 'pending_elsewhere' });
      const notices = [...(await bench.pass(1500)), ...(await bench.pass(1500))];
      const told = notices.map((one) => bench.port.readNotice(one.headers, one.body));
      const ref = refOf(first);
      expect(told).toContainEqual(expect.objectContaining({ about: 'portin', ref }));
      expect(await bench.port.viewPortIn(ref)).toEqual({ ...first, kind: 'completed' });
    });

    test('the same key is the same port-in; a lost answer is found again', async () => {
      const request = comes('2125550196');
      await expect(bench.port.submitPortIn(request)).rejects.toMatchObject({ outcome: 'unknown' });
      const found = await bench.port.findPortIn(request.key);
      const again = await Promise.all([1, 2, 3].map(() => bench.port.submitPortIn(request)));
      expect(new Set(again.map(refOf))).toEqual(new Set([found && refOf(found)]));
      const other = bench.port.submitPortIn({ ...request, zipCode: '60601' });
      await expect(other).rejects.toThrow(/key/);
    });

    test('a rejection has our reason and the carrier’s words; an update counts once a key', async () => {
      const first = await bench.port.submitPortIn(comes('2125550190'));
      const ref = refOf(first);
      await bench.pass(1500);
      expect(await bench.port.viewPortIn(ref)).toMatchObject({
        kind: 'rejected',
        reason: 'account_number',
        raw: { code: '8A' },
      });
      const subscriber = { firstName: 'Noa', lastName: 'Newcomer' };
      const about = { ref, subscriber };
      const update = { ...about, key: 'update:1', oldAccount: { accountNumber: '998877665' } };
      expect(await bench.port.updatePortIn(update)).toMatchObject({ kind: 'pending' });
      await bench.pass(1500);
      expect(await bench.port.updatePortIn(update)).toMatchObject({ kind: 'rejected' });
      const sim = { simType: 'physical' as const, iccid: '8901410000000000922' };
      const right = { ...about, key: 'update:2', oldAccount: { accountNumber: '111222333' }, sim };
      expect(await bench.port.updatePortIn(right)).toMatchObject({ kind: 'pending' });
      await bench.pass(1500);
      await bench.pass(1500);
      const { iccid } = sim;
      expect(await bench.port.viewPortIn(ref)).toMatchObject({ kind: 'completed', iccid });
    });

    test('the trouble of a carrier’s own stays, sent again or not', async () => {
      const ref = refOf(await bench.port.submitPortIn(comes('2125550197')));
      const failed = { kind: 'rejected', reason: 'carrier_system' };
      await bench.pass(1500);
      expect(await bench.port.viewPortIn(ref)).toMatchObject(failed);
      const { oldAccount, subscriber } = comes('2125550197');
      await bench.port.updatePortIn({ key: 'again:1', ref, oldAccount, subscriber });
      await bench.pass(1500);
      expect(await bench.port.viewPortIn(ref)).toMatchObject(failed);
    });

    test('what is cancelled stays so, and what is completed is not cancelled', async () => {
      const ref = refOf(await bench.port.submitPortIn(comes('2125550194')));
      await bench.pass(1500);
      expect(await bench.port.viewPortIn(ref)).toMatchObject({ kind: 'delayed' });
      expect(await bench.port.cancelPortIn(ref)).toEqual({ kind: 'cancelled', ref });
      await bench.pass(60_000);
      expect(await bench.port.viewPortIn(ref)).toEqual({ kind: 'cancelled', ref });
      const done = refOf(await bench.port.submitPortIn(comes('2125550102')));
      await bench.pass(1500);
      await bench.pass(1500);
      expect(await bench.port.cancelPortIn(done)).toMatchObject({ kind: 'completed' });
    });

    test('a carrier’s error at submit leaves nothing behind', async () => {
      const request = comes('2125550195');
      expect(await bench.port.submitPortIn(request)).toMatchObject({ kind: 'not_created' });
      expect(await bench.port.findPortIn(request.key)).toBeUndefined();
    });

    test('a number that came without a SIM is given one by an activation', async () => {
      const msisdn = '2125550103';
      await bench.port.submitPortIn(comes(msisdn));
      await bench.pass(1500);
      await bench.pass(1500);
      const asked = await request({ msisdn, key: 'line:brought' });
      expect(await bench.port.activate(asked)).toMatchObject({ kind: 'pending', msisdn });
    });

    test.each([
      ['350000000000014', { esim: true, locked: false, blocked: false }],
      ['350000010000013', { esim: false, locked: false, blocked: false }],
      ['350000020000012', { esim: true, locked: true, blocked: false }],
      ['350000030000011', { esim: true, locked: false, blocked: true }],
      ['490154203237518', { esim: true, locked: false, blocked: false }],
    ])('the phone %s is %j', async (imei, facts) => {
      expect(await bench.port.checkDevice(imei)).toEqual(facts);
    });

    test.each([
      ['8901410000000000013', true, false],
      ['89014100000000000020', true, false],
      ['89012800000000000043', true, false],
      ['89010300000000000067', true, false],
      ['8901410000000000039', true, true],
      ['8901260000000000030', false, false],
      ['8914800000000000055', false, false],
    ])('[G05] the SIM %s: the carrier’s %s, in use %s', async (iccid, ours, inUse) => {
      expect(await bench.port.checkSim(iccid)).toEqual({ ours, inUse });
    });
  });
}
