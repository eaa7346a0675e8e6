import { demoPassword, demoPeople, maya } from '@portside/contract/demo-people';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { days, later } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import * as sessions from '../sessions/sessions.ts';
import { seedLine } from './lines.ts';
import { rejectPortIn, seedPortIn } from './port-ins.ts';
import {
  type DemoBills,
  type DemoCard,
  demoBills,
  saveDemoCards,
  seedCards,
  seedOrders,
} from './payments.ts';
import { type DemoUsage, saveDemoUsage, seedUsage } from './usage.ts';
import { hashPassword } from '../sign-in/password.ts';
import { setPassword } from '../sign-in/set-password.ts';
import { ownerOf } from '../http/who.ts';

/** All four accounts, or none. */
export async function seedPeople(app: App, brand: Brand): Promise<void> {
  const tenant = brand.client.mvnoId;
  const passwordHash = await hashPassword(app, demoPassword);
  const cards = await saveDemoCards(app, brand, {
    name: `${maya.firstName} ${maya.lastName}`,
    email: maya.email,
  });
  const rejected = await rejectPortIn(app, brand);
  const used = await saveDemoUsage(app, brand, mayasLine);
  const bills = await demoBills(app, brand, maya.contact.zipCode);
  await app.db.transaction(async (tx) => {
    for (const person of demoPeople) {
      const id = await account.openAccount(app, tx, tenant, {
        firstName: person.firstName,
        lastName: person.lastName,
        email: person.email,
        emailVerified: true,
        language: 'en',
      });
      if (!id) continue;
      await setPassword(app, tx, ownerOf(tenant, id), passwordHash);
      if (person.firstName === 'Maya') await seedMaya(app, tx, brand, id, { cards, used, bills });
      if (person.firstName === 'Ines') await seedPortIn(app, tx, brand, id, rejected);
      if (person.firstName === 'Lee') await seedLee(app, tx, brand, id);
    }
  });
}

const mayasLine = { mdn: '2125550101', daysAgo: 175 };

async function seedMaya(
  app: App,
  tx: Tx,
  brand: Brand,
  id: string,
  { cards, used, bills }: { cards: DemoCard[]; used: DemoUsage; bills: DemoBills },
) {
  const { contactNumber: _, ...address } = maya.contact;
  await account.rememberContact(tx, ownerOf(brand.client.mvnoId, id), maya.contact);
  const lineId = await seedLine(app, tx, brand, id, {
    ...mayasLine,
    zipCode: address.zipCode,
    address,
  });
  await seedUsage(app, tx, { id: lineId, mdn: mayasLine.mdn }, used);
  await seedCards(app, tx, brand, id, cards);
  await seedOrders(app, tx, brand, id, { cards, bills });
}

async function seedLee(app: App, tx: Tx, brand: Brand, id: string) {
  await seedLine(app, tx, brand, id, { mdn: '3125550102', zipCode: '60601', daysAgo: 40 });
  const visitor = {
    tenant: brand.client.mvnoId,
    // An old session, so the brand's present rules do not matter.
    brand: { ...brand, plainTokens: true },
    language: 'en',
    network: '192.0.2.44',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
    requestId: 'seed',
  };
  const clock = { now: () => later(app.clock.now(), -days(40)) };
  await sessions.openSession({ ...app, clock }, tx, visitor, id, { by: 'password' });
}
