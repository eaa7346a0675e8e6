import { timingSafeEqual } from 'node:crypto';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { ReplacementRow } from './store.ts';

/** After the change is over. */
const LASTS = days(7);

/** For the emails to the owner. Nothing of it is stored. */
export const denialToken = (app: Pick<App, 'secrets'>, id: string): string =>
  `${id}.${signature(app, id)}`;

/** @returns the id of the SIM change */
export function readDenialToken(app: Pick<App, 'secrets'>, token: string): string | undefined {
  const [, id, given] = /^(smr_\w{1,40})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!id || !given) return undefined;
  const holds = timingSafeEqual(Buffer.from(given), Buffer.from(signature(app, id)));
  return holds ? id : undefined;
}

export const isExpired = (app: Pick<App, 'clock'>, { ended_at: ended }: ReplacementRow) =>
  ended !== null && later(ended, LASTS) <= app.clock.now();

const signature = (app: Pick<App, 'secrets'>, id: string) =>
  app.secrets.mac(id, 'sim-replacement-denial');
