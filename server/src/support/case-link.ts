import { timingSafeEqual } from 'node:crypto';
import type { App } from '../app.ts';
import { days, later } from '../clock.ts';

const LASTS = days(7);

type Signer = Pick<App, 'secrets' | 'clock' | 'config'>;

/** Whoever has the link may read and reply. */
export function caseLink(app: Signer, chatId: string): string {
  const until = Math.floor(later(app.clock.now(), LASTS).getTime() / 1000).toString(36);
  return `${app.config.origin}/desk/${chatId}.${until}.${signature(app, chatId, until)}`;
}

export function readCaseLink(
  app: Signer,
  signed: string,
): { chatId: string } | 'expired' | 'unknown' {
  const [, chatId, until, given] =
    /^(cht_\w{26})\.([0-9a-z]{6,8})\.([0-9a-f]{48})$/.exec(signed) ?? [];
  if (!chatId || !until || !given) return 'unknown';
  const expected = signature(app, chatId, until);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return 'unknown';
  const now = app.clock.now().getTime();
  return Number.parseInt(until, 36) * 1000 > now ? { chatId } : 'expired';
}

const signature = (app: Signer, chatId: string, until: string) =>
  app.secrets.mac(`${chatId}.${until}`, 'desk-link').slice(0, 48);
