import type { World } from '../../../app.ts';
import { activateNow } from './activations.ts';
import { advanceEsim, esimOfNumber } from './esims.ts';
import { advancePortIn } from './port-in-steps.ts';
import { activateNow as changeNow, pendingChanges } from './sim-changes.ts';
import { activationOfNumber, portInOfNumber } from './store.ts';

const ourWord: Readonly<Record<string, string>> = {
  confirmed: 'awaiting_activation',
  rejected: 'action_needed',
};

/**
 * Moves a number's port-in, activation, SIM change or eSIM one step on. @returns its state; undefined for an
 * unknown number
 */
export async function advance(world: World, msisdn: string): Promise<string | undefined> {
  const { query } = world.db;
  const portIn = await portInOfNumber(query, msisdn);
  if (portIn && portIn.status !== 'completed') {
    const { status } = await advancePortIn(world, portIn.ref);
    return ourWord[status] ?? status;
  }
  const activation = await activationOfNumber(query, msisdn);
  if (activation?.status === 'pending') return (await activateNow(world, activation.ref)).status;
  const change = (await pendingChanges(query)).find((one) => one.msisdn === msisdn);
  if (change) return (await changeNow(world, change.ref))?.status ?? change.status;
  const esim = await esimOfNumber(query, msisdn);
  if (esim) return (await advanceEsim(world, esim)).state;
  return activation?.status ?? portIn?.status;
}
