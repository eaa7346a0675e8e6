import { useLingui } from '@lingui/react';
import type { Finding } from '@portside/contract/line-health';
import type { LineDetail } from '@portside/contract/line-detail';
import { linePage, linePlace } from '@portside/contract/line-rooms';
import { useIsAgent } from '../api/session.ts';
import { mayWith } from '../lines/line-acts.ts';
import { NeedAction } from '../lines/need-list.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface FindingActionProps {
  finding: Finding;
  line: LineDetail;
}

/** Leads to the one thing to do. */
export function FindingAction({ finding, line }: FindingActionProps) {
  const { id: lineId } = line;
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const to = (path: string, words: string) => (
    <TextLink className="inline-flex min-h-11 items-center" to={path}>
      {words}
    </TextLink>
  );
  if (finding.next) return <NeedAction action={finding.next} />;
  switch (finding.action) {
    case 'renew':
      if (isAgent || !mayWith(line, 'pay')) return null;
      return to(`/dashboard/lines/${lineId}/renew`, i18n.t('Pay for the next 30 days'));
    case 'finish_port_in':
      return mayWith(line, 'own') && to('/dashboard', i18n.t('See what it needs'));
    case 'contact_us':
      return to('/contact-us', i18n.t('Contact Us'));
    case 'choose_plan':
      return to('/shop', i18n.t('Choose a plan'));
    case 'end_hold':
      return mayWith(line, 'own') && to(linePlace(lineId, 'hold'), i18n.t('See the hold'));
    case 'unblock':
    case 'set_up_sim':
      return to(linePage(lineId), i18n.t('What happens next'));
    case 'replace_sim':
      return to(linePlace(lineId, 'sim'), i18n.t('Replace the SIM'));
    case 'buy_add_on':
      return mayWith(line, 'pay') && to(linePlace(lineId, 'add-ons'), i18n.t('See the add-ons'));
    default:
      return null;
  }
}
