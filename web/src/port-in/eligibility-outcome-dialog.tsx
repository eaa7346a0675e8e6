import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import { OutcomeDialog } from '../ui/outcome-dialog.tsx';
import type { Work } from '../ui/use-work.ts';
import type { AskedNumber, CheckOutcome } from './eligibility-dialog.tsx';

interface EligibilityOutcomeDialogProps {
  asked: AskedNumber;
  outcome: CheckOutcome;
  work: Work;
  onContinue: () => void;
  onRetry: () => void;
  onClose: () => void;
}

/** E12, E13, G01, G02. */
export function EligibilityOutcomeDialog(props: EligibilityOutcomeDialogProps) {
  const { asked, outcome, work, onContinue, onRetry, onClose } = props;
  const { i18n } = useLingui();
  if (outcome.kind === 'answered' && outcome.answer.eligible) {
    return (
      <OutcomeDialog
        actionLabel={i18n.t('Continue')}
        onAction={onContinue}
        onClose={onClose}
        open
        text={i18n.t('Your number is eligible for port-in')}
        title={i18n.t('Good News!')}
        tone="success"
        work={work}
      >
        <p className="text-lead font-strong tabular-nums">{phone(asked.portIn)}</p>
      </OutcomeDialog>
    );
  }
  if (outcome.kind === 'answered') {
    return (
      <OutcomeDialog
        actionLabel={i18n.t('Try again')}
        onAction={onRetry}
        onClose={onClose}
        open
        text={i18n.t('This number is not eligible for port-in.')}
        title={i18n.t('Oops!')}
        tone="failure"
      >
        <p className="font-strong tabular-nums">{phone(asked.portIn)}</p>
        <p>{outcome.answer.message}</p>
      </OutcomeDialog>
    );
  }
  return (
    <OutcomeDialog
      actionLabel={i18n.t('Try again')}
      onAction={onRetry}
      onClose={onClose}
      open
      text={i18n.t('Something went wrong. Please try again!')}
      title={i18n.t('That Failed...')}
      tone="failure"
    >
      <p>{outcome.message}</p>
    </OutcomeDialog>
  );
}
