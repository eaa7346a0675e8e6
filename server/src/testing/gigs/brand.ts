import { placeOrder } from '@portside/contract/checkout';
import { type Line, listLines } from '@portside/contract/lines';
import { listPlans } from '@portside/contract/plans';
import { expect } from 'vitest';
import { nothingOutside } from '../../settings/adapter-settings.ts';
import { gigsProject } from './project.ts';
import { startGigsServer } from './server.ts';
import { signAsSvix } from '../../adapters/carrier/svix-signature.ts';
import { callerAt, type Caller } from '../caller.ts';
import { mesa } from '../chatting.ts';
import { passTime } from '../passing-time.ts';
import {
  cards,
  fillCart,
  newcomer,
  orderOf,
  paymentToken,
  type Shop,
  somePlan,
} from '../shopping.ts';
import { openTestApp } from '../test-app.ts';

const key = Buffer.from('a webhook key of a test project.');
const named = { project: 'mesa-test', apiKey: 'gigs-test-key' };

/** Mesa with a project at Gigs. @param isShared it is Harbor's, too */
export async function openGigsBrand({ isShared = false } = {}) {
  let now = () => new Date();
  const project = gigsProject(() => now());
  const server = await startGigsServer(project, named);
  const webhookSecret = `whsec_${key.toString('base64')}`;
  const checkUser = project.addUser('checks@at-gigs.example');
  const carrier = { kind: 'gigs', ...named, webhookSecret, apiUrl: server.url, checkUser } as const;
  const { usual } = nothingOutside;
  const app = await openTestApp({
    config: {
      adapters: {
        usual,
        brands: { mesa: { ...usual, carrier }, ...(isShared && { harbor: { ...usual, carrier } }) },
      },
    },
  });
  now = () => app.clock.now();
  const at = (token?: string): Caller => callerAt(app.address, token, () => mesa);
  for (const anyone of [at(), app.anyone]) {
    const { plans } = await anyone.call(listPlans, {});
    for (const { id } of plans) project.addPlan(id);
  }

  /** The brand's shop. */
  const shop = {
    get anyone() {
      return at();
    },
    with: at,
    fetch: (path: string, init?: RequestInit) => app.fetch(path, init),
  };

  const told = async (brand: string, headers: Record<string, string>, body: string) =>
    (await app.fetch(`/app/notices/carrier/${brand}`, { method: 'POST', headers, body })).status;

  /** What happens at Gigs, and its notices. */
  async function work(): Promise<void> {
    await passTime(app);
    project.step();
    for (const { type, data, time } of project.takeEvents()) {
      const event = { object: 'event', type, data, project: named.project, time };
      const body = JSON.stringify(event);
      const headers = signAsSvix(app.app.random.id('msg'), body, key, app.clock.now());
      expect(await told('mesa', headers, body)).toBe(200);
      expect(await told('harbor', headers, body)).toBe(isShared ? 200 : 400);
    }
  }

  async function buyLine(buyer: Caller, from: Shop = shop): Promise<string> {
    const planId = await somePlan(from);
    const cart = await fillCart(from, { planId });
    const token = await paymentToken(app, cards.visa);
    await buyer.call(placeOrder, orderOf(cart, { paymentToken: token }));
    return planId;
  }

  const lineWhen = (buyer: Caller, fits: (line: Line) => boolean): Promise<Line> =>
    app.eventually(async () => {
      await work();
      return (await buyer.call(listLines, {})).lines.find(fits);
    });

  async function buys(email: string) {
    const buyer = await newcomer(shop, email);
    const planId = await buyLine(buyer);
    return { buyer, planId, line: await lineWhen(buyer, (one) => one.status === 'active') };
  }

  return {
    app,
    project,
    server,
    shop,
    work,
    buyLine,
    lineWhen,
    buys,
    async close() {
      await app.close();
      await server.close();
    },
  };
}

export type GigsBrand = Awaited<ReturnType<typeof openGigsBrand>>;
