import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import type { Line } from '@portside/contract/lines';
import { phone } from '@portside/contract/phone';
import { useEffect, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { session, useSession } from '../api/session.ts';
import { lineWords, nicknameOf, waitsForCustomer } from './line-words.ts';
import { keepSeenLines } from './seen-lines.ts';

/**
 * Keeps the lines of each good answer for when there is no network (docs/decisions/0963). An agent
 * keeps none, and who is looking is known first.
 */
export function useSeenLines(lines: readonly Line[] | undefined, answeredAt: number): void {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const { userInfo } = useSession();
  // Each login has pages of its own (shell/members-layout.tsx).
  const [asker] = useState(session.token);
  useEffect(() => {
    if (!lines || !userInfo || userInfo.agent) return;
    const seen = lines.map((line) => ({
      number: line.mdn ? phone(line.mdn) : i18n.t('Number on its way'),
      nickname: nicknameOf(line),
      plan: line.plan.retailName,
      // Its paid days went with it.
      paidUntil: line.handover?.acceptedAt ? null : line.paidUntil,
      state: line.handover?.acceptedAt
        ? i18n.t('Handed over on {date}', {
            date: dateAlone(line.handover.acceptedAt, brand.timeZone, language),
          })
        : lineWords(i18n, line, waitsForCustomer(line) ? '' : undefined).state,
    }));
    keepSeenLines(asker, { brand: brand.id, language, at: answeredAt, lines: seen });
  }, [lines, answeredAt, userInfo, asker, i18n, brand.id, brand.timeZone, language]);
}
