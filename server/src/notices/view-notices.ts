import type { OutputOf } from '@portside/contract/endpoint';
import type { viewNotices as viewNoticesCall } from '@portside/contract/notices';
import type { App } from '../app.ts';
import { noticesNow, noticeText } from '../brands/notices-now.ts';
import type { Customer } from '../http/who.ts';
import { zipCodesOf } from '../lines/lines.ts';

/** For all, and about the addresses of the customer's lines. */
export async function viewNotices(
  app: App,
  who: Customer,
): Promise<OutputOf<typeof viewNoticesCall>> {
  const { brand, language } = who;
  if (brand.notices.length === 0) return { notices: [] };
  const zipCodes = await zipCodesOf(app.db.query, who);
  const now = app.clock.now();
  const found = new Set(['', ...zipCodes].flatMap((zip) => noticesNow(brand, now, zip)));
  return {
    notices: brand.notices
      .filter((one) => found.has(one))
      .map((one) => ({
        id: one.id,
        kind: one.kind,
        ...noticeText(one, language),
        ...(one.zipPrefix !== null && { zipPrefix: one.zipPrefix }),
      })),
  };
}
