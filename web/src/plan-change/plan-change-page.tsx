import { useSearchParams } from 'react-router';
import { useArrival } from '../api/arrival.ts';
import { leavePage } from '../api/leave-page.ts';
import { type LoadCardProvider, loadCardProvider } from '../checkout/provider-script.ts';
import { ChangeNowPanel } from './change-now-panel.tsx';
import { NoteChangePanel } from './note-change-panel.tsx';
import { PlanChoicePanel } from './plan-choice-panel.tsx';

interface PlanChangePageProps {
  id: string;
  /** For tests. */
  loadProvider?: LoadCardProvider;
  leave?: (url: string) => void;
}

/** K08, K09: another plan and when, then what it costs, then one press. */
export function PlanChangePage({
  id,
  loadProvider = loadCardProvider,
  leave = leavePage,
}: PlanChangePageProps) {
  const [query] = useSearchParams();
  const left = useArrival('declined');
  const planId = query.get('to');
  if (!planId) {
    const declined = typeof left === 'string' ? left : undefined;
    return <PlanChoicePanel declined={declined} id={id} />;
  }
  if (query.get('when') === 'renewal') return <NoteChangePanel id={id} planId={planId} />;
  return (
    <ChangeNowPanel
      id={id}
      key={planId}
      leave={leave}
      loadProvider={loadProvider}
      planId={planId}
    />
  );
}
