import { useLingui } from '@lingui/react';
import { CallFailed } from '@portside/contract/call';
import type { OutputOf } from '@portside/contract/endpoint';
import { fields } from '@portside/contract/fields';
import { checkPortIn } from '@portside/contract/port-in';
import { filterTyping } from '@portside/contract/typing';
import { fieldFaults } from '../api/check-input.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';

/** What was asked about. */
export interface AskedNumber {
  readonly portIn: string;
  readonly zipCode: string;
}

/** How a check ended: the server's answer, or none that anybody could give. */
export type CheckOutcome =
  | { readonly kind: 'answered'; readonly answer: OutputOf<typeof checkPortIn> }
  | { readonly kind: 'failed'; readonly message: string };

interface EligibilityDialogProps {
  /** What was typed before, kept for another try. */
  initial: AskedNumber;
  open: boolean;
  onClose: () => void;
  onChecked: (asked: AskedNumber, outcome: CheckOutcome) => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Port-in eligibility check (E09, H08, H16). A new key is a new form. */
export function EligibilityDialog(props: EligibilityDialogProps) {
  const { initial, open, onClose, onChecked } = props;
  const { i18n } = useLingui();
  const call = useCall();
  const form = useForm({
    initial,
    check: (values) =>
      Object.fromEntries(
        fieldFaults({ portIn: fields.portIn, zipCode: fields.zipCode }, values).map((one) => [
          one.field,
          one.message,
        ]),
      ),
    async onSubmit({ portIn, zipCode }, signal) {
      try {
        // Its ten digits, however they were written: every later call names the number so.
        const msisdn = fields.portIn.parse(portIn);
        const answer = await call(checkPortIn, { msisdn, zipCode }, { signal, shown: 'all' });
        onChecked({ portIn: msisdn, zipCode }, { kind: 'answered', answer });
      } catch (error) {
        if (!(error instanceof CallFailed) || error.aborted) throw error;
        if (error.errors.length > 0) throw error;
        onChecked({ portIn, zipCode }, { kind: 'failed', message: error.message });
      }
    },
  });
  const { loading } = form;
  const typed = (name: 'portIn' | 'zipCode') => ({
    ...form.text(name),
    filter: (value: string, caret: number, before: string) =>
      filterTyping(name, value, caret, before),
  });
  return (
    <Dialog
      actions={
        <>
          <Button loading={loading} onClick={() => void form.submit()}>
            {i18n.t('Check')}
          </Button>
          <DialogCancel />
        </>
      }
      finalFocus={props.finalFocus}
      onClose={onClose}
      open={open}
      subtitle={i18n.t('Your number keeps working at your old carrier meanwhile.')}
      title={i18n.t('Check port-in eligibility')}
      work={form}
    >
      <Form form={form} label={i18n.t('Check port-in eligibility')}>
        <Field
          {...typed('portIn')}
          autoComplete="tel-national"
          clearable
          inputMode="tel"
          label={i18n.t('Number to bring over')}
          placeholder="(212) 555-0100"
          type="tel"
        />
        <Field
          {...typed('zipCode')}
          autoComplete="postal-code"
          className="max-w-56"
          hint={i18n.t('Where you will use it')}
          inputMode="numeric"
          label={i18n.t('ZIP Code')}
        />
        {/* Enter in a field submits as the button at the foot does. */}
        <button aria-hidden="true" className="hidden" tabIndex={-1} type="submit" />
      </Form>
    </Dialog>
  );
}
