import { demoPassword, demoStaff, maya } from '@portside/contract/demo-people';
import * as account from '../account/account.ts';
import type { App } from '../app.ts';
import { addDemoStaff } from '../staff/demo-staff.ts';
import { isEdited } from '../plans/plan-editing.ts';
import { seedMessages } from './messages.ts';
import { seedPeople } from './people.ts';
import { seedShipping } from './shipping.ts';
import { seedPlans } from './plans.ts';

/** Every brand's plans; in a trial the demo people of the first brand. Harmless when repeated. */
export async function seed(app: App): Promise<void> {
  for (const brand of app.brands.all) {
    if (!(await isEdited(app, brand.client.mvnoId))) await seedPlans(app, brand);
  }
  const [demo] = app.brands.all;
  // Everybody knows their password.
  if (!demo || app.config.production) return;
  const tenant = demo.client.mvnoId;
  await addDemoStaff(app, tenant, demoStaff, demoPassword);
  const seeded = await account.findPerson(app.db.query, tenant, maya.email);
  if (seeded) return;
  await seedPeople(app, demo);
  await seedShipping(app, demo);
  await seedMessages(app, demo);
}
