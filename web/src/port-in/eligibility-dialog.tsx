import { useLingui } from '@lingui/react';
import type { OutputOf } from '@portside/contract/endpoint';
import { fields } from '@portside/contract/fields';
import { checkPortIn } from '@portside/contract/port-in';
import { typedField } from '../api/typed-field.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';

export interface AskedNumber {
  readonly portIn: string;
  readonly zipCode: string;
}

export type CheckOutcome =
  | { readonly kind: 'answered'; readonly answer: OutputOf<typeof checkPortIn> }
  | { readonly kind: 'failed'; readonly message: string };

interface EligibilityDialogProps {
  initial: AskedNumber;
  open: boolean;
  onClose: () => void;
  onChecked: (asked: AskedNumber, outcome: CheckOutcome) => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** E09, H08, H16. A new key is a new form. */
export function EligibilityDialog(props: EligibilityDialogProps) {
  const { initial, open, onClose, onChecked } = props;
  const { i18n } = useLingui();
  const form = useForm({
    initial,
    ...useSubmit(checkPortIn, {
      input: ({ portIn, zipCode }: AskedNumber) => ({
        // Later calls name the number by its ten digits.
        msisdn: fields.portIn.safeParse(portIn).data ?? portIn,
        zipCode,
      }),
      silent: true,
      shown: 'all',
      onDone: (answer, { msisdn, zipCode }) =>
        onChecked({ portIn: msisdn, zipCode }, { kind: 'answered', answer }),
      onFailed({ aborted, errors, message }) {
        if (!aborted && errors.length === 0) onChecked(form.values, { kind: 'failed', message });
      },
    }),
  });
  const field = typedField(form);
  return (
    <FormDialog
      finalFocus={props.finalFocus}
      form={form}
      onClose={onClose}
      open={open}
      submitLabel={i18n.t('Check')}
      subtitle={i18n.t('Until then, your number keeps working with your old carrier.')}
      title={i18n.t('Check port-in eligibility')}
    >
      <Field
        {...field('portIn')}
        autoComplete="tel-national"
        clearable
        inputMode="tel"
        label={i18n.t('Number to transfer')}
        placeholder="(212) 555-0100"
        type="tel"
      />
      <Field
        {...field('zipCode')}
        autoComplete="postal-code"
        className="max-w-56"
        hint={i18n.t('Where you’ll use it')}
        inputMode="numeric"
        label={i18n.t('ZIP Code')}
      />
    </FormDialog>
  );
}
