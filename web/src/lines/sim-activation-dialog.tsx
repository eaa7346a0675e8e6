import { useLingui } from '@lingui/react';
import { iccidWarning } from '@portside/contract/fields';
import { phone } from '@portside/contract/phone';
import { viewLine } from '@portside/contract/line-detail';
import { type Line, listLines } from '@portside/contract/lines';
import { activateSim } from '@portside/contract/sim';
import { typedField } from '../api/typed-field.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { ScanCard } from './scan-card-panel.tsx';

interface SimActivationDialogProps {
  line: Line;
  open: boolean;
  onClose: () => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** A SIM card came by mail: its number is checked and the line goes on (H22). */
export function SimActivationDialog(props: SimActivationDialogProps) {
  const { line, open, onClose, finalFocus } = props;
  const { i18n } = useLingui();
  const form = useForm({
    initial: { id: line.id, iccid: '' },
    ...useSubmit(activateSim, { refresh: [viewLine, listLines], onDone: onClose }),
  });
  return (
    <FormDialog
      above={
        <ol className="mb-6 grid list-decimal gap-2 ps-5">
          <li>{i18n.t('Put the card in the phone that will use the line.')}</li>
          <li>{i18n.t('Enter the long number printed on it, so we know it’s yours.')}</li>
          <li>{i18n.t('Restart the phone once the line is active.')}</li>
        </ol>
      }
      finalFocus={finalFocus}
      form={form}
      onClose={onClose}
      open={open}
      submitLabel={i18n.t('Activate')}
      subtitle={line.mdn ? phone(line.mdn) : line.plan.retailName}
      title={i18n.t('Activate your SIM card')}
    >
      <ScanCard onFound={(iccid) => form.set('iccid', iccid)} />
      <div>
        <Field
          {...typedField(form)('iccid')}
          autoComplete="off"
          clearable
          hint={i18n.t('ICCID: 18 to 22 digits that begin with 89.')}
          inputMode="numeric"
          label={i18n.t('SIM card number')}
          spellCheck={false}
        />
        <p aria-live="polite" className="mt-2 text-fine text-ink-soft empty:hidden">
          {i18n._(iccidWarning(form.values.iccid) ?? '')}
        </p>
      </div>
    </FormDialog>
  );
}
