import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogCancel } from './dialog.tsx';
import { Form, type FormState } from './form.tsx';

export interface FormDialogProps<Values extends object> {
  form: FormState<Values>;
  open: boolean;
  onClose: () => void;
  title: string;
  subtitle?: ReactNode;
  /** "Save" by default. */
  submitLabel?: ReactNode;
  iconAfter?: 'arrow-right' | undefined;
  above?: ReactNode;
  children: ReactNode;
  /** A dialog that opens over this one. */
  over?: ReactNode;
  size?: 'wide' | undefined;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { form, title, submitLabel } = props;
  const { i18n } = useLingui();
  return (
    <Dialog
      actions={
        <>
          <Button
            iconAfter={props.iconAfter}
            loading={form.loading}
            onClick={() => void form.submit()}
          >
            {submitLabel ?? i18n.t('Save')}
          </Button>
          <DialogCancel />
        </>
      }
      finalFocus={props.finalFocus}
      onClose={props.onClose}
      open={props.open}
      size={props.size}
      subtitle={props.subtitle}
      title={title}
      work={form}
    >
      {props.above}
      <Form form={form} label={title}>
        {props.children}
        {/* For Enter in a field; the visible button is in the dialog's foot. */}
        <button hidden type="submit" />
      </Form>
      {props.over}
    </Dialog>
  );
}
