import type { Line } from '@portside/contract/lines';
import { isCarrierSim } from '@portside/contract/sim';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../api/session.ts';
import { useWork } from '../ui/use-work.ts';
import { type AskedNumber, type CheckOutcome, EligibilityDialog } from './eligibility-dialog.tsx';
import { EligibilityOutcomeDialog } from './eligibility-outcome-dialog.tsx';
import { PlanNeededDialog } from './plan-needed-dialog.tsx';
import { PortInDetailsDialog } from './port-in-details-dialog.tsx';
import { SimCheckDialog } from './sim-check-dialog.tsx';
import { useBringNumber } from './use-bring-number.ts';

/** Cleared once submitted or given up (G03, G04, G08). */
interface PortInState extends AskedNumber {
  /** Of the carrier's card. */
  readonly iccid?: string | undefined;
  readonly outcome?: CheckOutcome;
}

type Stage =
  | { readonly name: 'sim' | 'number' | 'outcome' | 'details' }
  | { readonly name: 'plan'; readonly message: string };

interface NumberCheckDialogProps {
  begin: 'sim' | 'number';
  /** Of a repeated check. */
  msisdn?: string | undefined;
  lines: readonly Line[];
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

/** E09, G01 to G04. A new key is a new check. */
export function NumberCheckDialog(props: NumberCheckDialogProps) {
  const { begin, lines, onClose, finalFocus } = props;
  const navigate = useNavigate();
  const { userInfo } = useSession();
  const [portIn, setPortIn] = useState<PortInState>({
    portIn: props.msisdn ?? '',
    zipCode: userInfo?.zipCode ?? '',
  });
  const [stage, go] = useState<Stage>({ name: begin });
  const work = useWork();
  const bring = useBringNumber({
    onDone: onClose,
    onPlanNeeded: (message) => go({ name: 'plan', message }),
    onFailed({ aborted }) {
      if (aborted) return;
      // G04.
      void navigate('/dashboard');
      onClose();
    },
  });
  const { outcome, iccid } = portIn;
  const draft =
    outcome?.kind === 'answered' && outcome.answer.eligible
      ? outcome.answer.tempSubscriptionId
      : undefined;

  async function submitAtOnce(own: string, tempSubscriptionId: string, signal: AbortSignal) {
    const { portIn: msisdn, zipCode } = portIn;
    await bring({ msisdn, zipCode, iccid: own, isAttSim: true, tempSubscriptionId }, signal);
  }

  function goOn() {
    if (draft === undefined) return;
    if (iccid && isCarrierSim(iccid)) {
      void work.run((signal) => submitAtOnce(iccid, draft, signal));
    } else go({ name: 'details' });
  }

  switch (stage.name) {
    case 'sim':
      return (
        <SimCheckDialog
          finalFocus={finalFocus}
          onClose={onClose}
          onNext={(checked) => {
            setPortIn({ ...portIn, iccid: checked });
            go({ name: 'number' });
          }}
          open
        />
      );
    case 'number':
      return (
        <EligibilityDialog
          finalFocus={finalFocus}
          initial={{ portIn: portIn.portIn, zipCode: portIn.zipCode }}
          onChecked={(asked, checked) => {
            setPortIn({ ...asked, iccid, outcome: checked });
            go({ name: 'outcome' });
          }}
          onClose={onClose}
          open
        />
      );
    case 'outcome':
      return outcome ? (
        <EligibilityOutcomeDialog
          asked={portIn}
          onClose={onClose}
          onContinue={goOn}
          onRetry={() => go({ name: 'number' })}
          outcome={outcome}
          work={work}
        />
      ) : null;
    case 'details':
      return draft === undefined ? null : (
        <PortInDetailsDialog
          finalFocus={finalFocus}
          lines={lines}
          onClose={onClose}
          open
          task={{
            mode: 'add-portIn',
            msisdn: portIn.portIn,
            zipCode: portIn.zipCode,
            tempSubscriptionId: draft,
            hasLine: false,
            required: outcome?.kind === 'answered' ? (outcome.answer.required ?? []) : [],
          }}
        />
      );
    case 'plan':
      return (
        <PlanNeededDialog
          finalFocus={finalFocus}
          message={stage.message}
          msisdn={portIn.portIn}
          onClose={onClose}
          open
        />
      );
  }
}
