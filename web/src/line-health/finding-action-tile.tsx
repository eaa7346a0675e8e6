import { useLingui } from '@lingui/react';
import type { Finding } from '@portside/contract/line-health';
import { useIsAgent } from '../api/session.ts';
import { NeedAction } from '../lines/need-list.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface FindingActionProps {
  finding: Finding;
  lineId: string;
}

/** Leads to the one thing to do. */
export function FindingAction({ finding, lineId }: FindingActionProps) {
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
      if (isAgent) return null;
      return to(`/dashboard/lines/${lineId}/renew`, i18n.t('Pay for the next 30 days'));
    case 'finish_port_in':
      return to('/dashboard', i18n.t('See what it needs'));
    case 'contact_us':
      return to('/contact-us', i18n.t('Contact Us'));
    case 'choose_plan':
      return to('/shop', i18n.t('Choose a plan'));
    case 'unblock':
    case 'set_up_sim':
      return <ToSection id="next" words={i18n.t('What happens next')} />;
    case 'replace_sim':
      return <ToSection id="sim" words={i18n.t('Replace the SIM')} />;
    case 'buy_add_on':
      return <ToSection id="add-ons" words={i18n.t('See the add-ons')} />;
    default:
      return null;
  }
}

/** To another section of the line's page. */
function ToSection({ id, words }: { id: string; words: string }) {
  const go = () => {
    const place = document.getElementById(id);
    if (!place) return;
    place.tabIndex = -1;
    place.focus();
    place.scrollIntoView({ block: 'start' });
  };
  return (
    <Button className="-ms-3 px-3! py-2!" onClick={go} variant="quiet">
      {words}
    </Button>
  );
}
