import { timingSafeEqual } from 'node:crypto';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { ReplacementRow } from './store.ts';

const USE = 'sim-replacement-denial';
/** After the change is over. */
const LASTS = days(7);

/** For the emails to the owner. Nothing of it is stored. */
export const denialToken = (app: Pick<App, 'secrets'>, id: string): string =>
  `${id}.${app.secrets.mac(id, USE)}`;

/** @returns the id of the SIM change */
export function readDenialToken(app: Pick<App, 'secrets'>, token: string): string | undefined {
  const [, id, given] = /^(smr_\w{1,40})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!id || !given) return undefined;
  const holds = app.secrets
    .macs(id, USE)
    .some((one) => timingSafeEqual(Buffer.from(given), Buffer.from(one)));
  return holds ? id : undefined;
}

export const isExpired = (app: Pick<App, 'clock'>, { ended_at: ended }: ReplacementRow) =>
  ended !== null && later(ended, LASTS) <= app.clock.now();
