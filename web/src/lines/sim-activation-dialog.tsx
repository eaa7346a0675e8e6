import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import { fields, iccidWarning } from '@portside/contract/fields';
import { phone } from '@portside/contract/formats';
import { type Line, listLines } from '@portside/contract/lines';
import { activateSim } from '@portside/contract/sim';
import { filterTyping } from '@portside/contract/typing';
import { useQueryClient } from '@tanstack/react-query';
import { fieldFaults } from '../api/check-input.ts';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';

interface SimActivationDialogProps {
  line: Line;
  open: boolean;
  onClose: () => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** The SIM card came by mail: its number is checked, and the line goes on (H22). */
export function SimActivationDialog(props: SimActivationDialogProps) {
  const { line, open, onClose, finalFocus } = props;
  const { i18n } = useLingui();
  const call = useCall();
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: [listLines.name] });
  const form = useForm({
    initial: { iccid: '' },
    check: (values) =>
      Object.fromEntries(
        fieldFaults({ iccid: fields.iccid }, values).map((one) => [one.field, one.message]),
      ),
    async onSubmit({ iccid }, signal) {
      try {
        const { message } = await call(activateSim, { id: line.id, iccid }, { signal });
        notify({ error: false, message });
      } catch (error) {
        if (error instanceof CallFailed && error.errors.length === 0) return;
        throw error;
      } finally {
        // What was given up may have arrived all the same.
        if (signal.aborted) void reload();
      }
      await reload();
      onClose();
    },
  });
  const { loading, values } = form;
  const warning = iccidWarning(values.iccid);
  return (
    <Dialog
      actions={
        <>
          <Button loading={loading} onClick={() => void form.submit()}>
            {i18n.t('Activate')}
          </Button>
          <DialogCancel />
        </>
      }
      finalFocus={finalFocus}
      onClose={onClose}
      open={open}
      subtitle={line.mdn ? phone(line.mdn) : line.plan.retailName}
      title={i18n.t('Activate your SIM card')}
      work={form}
    >
      <ol className="mb-6 grid list-decimal gap-2 ps-5">
        <li>{i18n.t('Put the card into the phone that gets the line.')}</li>
        <li>{i18n.t('Enter the long number printed on it, so that we know it is yours.')}</li>
        <li>{i18n.t('Restart the phone once the line is on.')}</li>
      </ol>
      <Form form={form} label={i18n.t('Activate your SIM card')}>
        <div>
          <Field
            {...form.text('iccid')}
            autoComplete="off"
            clearable
            filter={(value, caret, before) => filterTyping('iccid', value, caret, before)}
            hint={i18n.t('ICCID: 18 to 22 digits that begin with 89.')}
            inputMode="numeric"
            label={i18n.t('SIM card number')}
            spellCheck={false}
          />
          <p aria-live="polite" className="mt-2 text-fine text-ink-soft empty:hidden">
            {warning}
          </p>
        </div>
      </Form>
    </Dialog>
  );
}
