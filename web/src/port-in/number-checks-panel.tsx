import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { type Line, listLines } from '@portside/contract/lines';
import { bringNumber, listPortIns } from '@portside/contract/port-in';
import { isCarrierSim } from '@portside/contract/sim';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { notify } from '../api/notifications.ts';
import { useSession } from '../api/session.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { useWork } from '../ui/use-work.ts';
import { type AskedNumber, type CheckOutcome, EligibilityDialog } from './eligibility-dialog.tsx';
import { EligibilityOutcomeDialog } from './eligibility-outcome-dialog.tsx';
import { PortInDetailsDialog } from './port-in-details-dialog.tsx';
import { SimCheckDialog } from './sim-check-dialog.tsx';

/** The port-in that is being checked (G08); gone once it was submitted or given up (G03, G04). */
interface PortInState extends AskedNumber {
  /** Of a card that was checked, if it is the carrier's. */
  readonly iccid?: string | undefined;
  readonly outcome?: CheckOutcome;
}

/** Which dialog is open. */
type Stage = 'closed' | 'sim' | 'number' | 'outcome' | 'details';

interface NumberChecksPanelProps {
  /** Active lines whose number could become the one that comes over. */
  lines: readonly Line[];
}

/** The two checks of the dashboard's home, and where they lead (E09, G01 to G04). */
export function NumberChecksPanel({ lines }: NumberChecksPanelProps) {
  const { i18n } = useLingui();
  const id = useId();
  const call = useCall();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { userInfo } = useSession();
  const zipCode = userInfo?.zipCode ?? '';
  const fresh: PortInState = { portIn: '', zipCode };
  const [portIn, setPortIn] = useState<PortInState>(fresh);
  const [stage, go] = useState<Stage>('closed');
  const work = useWork();
  const opener = useRef<HTMLElement>(null);

  function begin(next: 'sim' | 'number', button: HTMLElement) {
    opener.current = button;
    setPortIn(fresh);
    go(next);
  }

  function finish() {
    setPortIn(fresh);
    go('closed');
  }

  async function submitAtOnce(iccid: string, tempSubscriptionId: string, signal: AbortSignal) {
    const { portIn: msisdn, zipCode: zip } = portIn;
    const submit = { msisdn, zipCode: zip, iccid, isAttSim: true, tempSubscriptionId };
    try {
      const { message } = await call(bringNumber, submit, { signal });
      notify({ error: false, message, stayOpen: true });
    } catch (error) {
      if (!(error instanceof CallFailed) || error.aborted) throw error;
      // The call has told why (G04).
      void navigate('/dashboard');
    } finally {
      finish();
      void client.invalidateQueries({ queryKey: [listPortIns.name] });
      void client.invalidateQueries({ queryKey: [listLines.name] });
    }
  }

  const { outcome } = portIn;
  const draft =
    outcome?.kind === 'answered' && outcome.answer.eligible
      ? outcome.answer.tempSubscriptionId
      : undefined;

  function goOn() {
    if (draft === undefined) return;
    const { iccid } = portIn;
    if (iccid && isCarrierSim(iccid)) void work.run((signal) => submitAtOnce(iccid, draft, signal));
    else go('details');
  }

  const finalFocus = () => opener.current;
  // The number is the customer's to bring.
  if (userInfo?.agent) return null;
  return (
    <section aria-labelledby={id}>
      <div className="grid gap-x-10 gap-y-5 border-y-2 border-ink py-6 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
        <div>
          <h2 className="text-title" id={id}>
            {i18n.t('Bring your number')}
          </h2>
          <p className="mt-1 measure text-ink-soft">
            {i18n.t('Keep the number you have. Two checks tell you in seconds what is possible.')}
          </p>
        </div>
        <div className="flex flex-col gap-3 xs:flex-row xs:flex-wrap md:flex-col">
          <Button
            icon="call"
            onClick={(event) => begin('number', event.currentTarget)}
            variant="primary"
          >
            {i18n.t('Check port-in eligibility')}
          </Button>
          <Button
            icon="sim"
            onClick={(event) => begin('sim', event.currentTarget)}
            variant="secondary"
          >
            {i18n.t('Quick SIM check')}
          </Button>
        </div>
      </div>
      {stage === 'sim' && (
        <SimCheckDialog
          finalFocus={finalFocus}
          onClose={finish}
          onNext={(iccid) => {
            setPortIn({ ...fresh, iccid });
            go('number');
          }}
          open
        />
      )}
      {stage === 'number' && (
        <EligibilityDialog
          finalFocus={finalFocus}
          initial={{ portIn: portIn.portIn, zipCode: portIn.zipCode }}
          onChecked={(asked, checked) => {
            setPortIn({ ...asked, iccid: portIn.iccid, outcome: checked });
            go('outcome');
          }}
          onClose={finish}
          open
        />
      )}
      {stage === 'outcome' && outcome && (
        <EligibilityOutcomeDialog
          asked={portIn}
          onClose={finish}
          onContinue={goOn}
          onRetry={() => go('number')}
          outcome={outcome}
          work={work}
        />
      )}
      {stage === 'details' && draft !== undefined && (
        <PortInDetailsDialog
          finalFocus={finalFocus}
          lines={lines}
          onClose={finish}
          open
          task={{
            mode: 'add-portIn',
            msisdn: portIn.portIn,
            zipCode: portIn.zipCode,
            tempSubscriptionId: draft,
          }}
        />
      )}
    </section>
  );
}
