import { luhnHolds } from '@portside/contract/card-brands';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { hours, later } from '../clock.ts';
import { prepareCard } from '../shipping/shipments.ts';
import { takeIntoStock } from '../shipping/stock.ts';
import { seedWaitingLine } from './lines.ts';

/** Who waits for a SIM card, and cards that can be sent to her: for the console's people. */
export async function seedShipping(app: App, brand: Brand): Promise<void> {
  const tenant = brand.client.mvnoId;
  const since = later(app.clock.now(), -hours(20));
  await takeIntoStock(app, { tenant, name: 'Demo' }, { csv: demoCards.join('\n') });
  await app.db.transaction(async (tx) => {
    const id = await account.openAccount(app, tx, tenant, {
      firstName: 'Rosa',
      lastName: 'Delgado',
      email: 'rosa@example.com',
      emailVerified: true,
      language: 'es',
    });
    if (!id) return;
    const lineId = await seedWaitingLine(app, tx, brand, id, { zipCode: '60608', since });
    const address = ['1714 W 18th St, Apt 2', 'Chicago, IL 60608'];
    await prepareCard(app, tx, { tenant, lineId, recipient: 'Rosa Delgado', address, since });
  });
}

/** 24 in a row, as they come in a box; the carrier of the trial says of those in 9 that they are used. */
const demoCards = Array.from({ length: 40 }, (_, at) => {
  const begun = `8901410000000${String(70_000 + at)}`;
  return begun + ([...'0123456789'].find((digit) => luhnHolds(begun + digit)) ?? '');
})
  .filter((iccid) => !iccid.endsWith('9'))
  .slice(0, 24);
