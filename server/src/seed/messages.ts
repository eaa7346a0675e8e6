import { maya } from '@portside/contract/demo-people';
import type { App } from '../app.ts';
import type { Brand } from '../brands/brands.ts';
import { hours, later } from '../clock.ts';
import { keepMessage } from '../support/support.ts';

/** What they wrote themselves, so in their own language. */
const written = [
  ['Noor Haddad', 'noor.haddad@example.com', 'es', '¿Mi teléfono funciona con una eSIM?'],
  [
    `${maya.firstName} ${maya.lastName}`,
    maya.email,
    'en',
    'Which of my two cards pays next month?',
  ],
] as const;

/** Who waits for an answer by email: somebody unknown for hours, a customer since lately. */
export async function seedMessages(app: App, brand: Brand): Promise<void> {
  const tenant = brand.client.mvnoId;
  await app.db.transaction(async (tx) => {
    for (const [index, [name, email, language, message]] of written.entries()) {
      const at = later(app.clock.now(), -hours(7 - 5 * index));
      await keepMessage(app, tx, { tenant, language, at, name, email, message });
    }
  });
}
