import { timingSafeEqual } from 'node:crypto';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';
import type { ReplacementRow } from './store.ts';

const USE = 'sim-replacement-denial';
/** After the change is over. */
const LASTS = days(7);

/** Of somebody who was given the line (P04), theirs alone, and theirs no longer than the line. */
const signedFor = (id: string, memberId?: string) => (memberId ? `${id}:${memberId}` : id);

/**
 * For the emails to the holder, or to who was given the line. Nothing of it is stored.
 * @param memberId of the latter
 */
export const denialToken = (app: Pick<App, 'secrets'>, id: string, memberId?: string): string =>
  `${id}.${app.secrets.mac(signedFor(id, memberId), USE)}`;

/** Nothing is proven by it yet: ask `isDenialOf`. */
export function readDenialToken(token: string): { id: string; mac: string } | undefined {
  const [, id, mac] = /^(smr_\w{1,40})\.([0-9a-f]{64})$/.exec(token) ?? [];
  return id && mac ? { id, mac } : undefined;
}

/** @param memberId undefined: the holder’s */
export const isDenialOf = (
  app: Pick<App, 'secrets'>,
  { id, mac }: { id: string; mac: string },
  memberId?: string,
): boolean =>
  app.secrets
    .macs(signedFor(id, memberId), USE)
    .some((one) => timingSafeEqual(Buffer.from(mac), Buffer.from(one)));

export const isExpired = (app: Pick<App, 'clock'>, { ended_at: ended }: ReplacementRow) =>
  ended !== null && later(ended, LASTS) <= app.clock.now();
