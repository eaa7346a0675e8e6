import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Form, type FormState } from '../ui/form.tsx';

/** What every edit dialog is handed. A new key is a new form, filled from the account. */
export interface EditDialogProps {
  open: boolean;
  onClose: () => void;
}

interface FrameProps<Values extends object> extends EditDialogProps {
  title: string;
  subtitle?: ReactNode;
  form: FormState<Values>;
  saveLabel?: string;
  children: ReactNode;
}

/** The dialog around a form of the profile: Save and Cancel at its foot. */
export function EditDialog<Values extends object>(props: FrameProps<Values>) {
  const { title, subtitle, form, open, onClose, children } = props;
  const { i18n } = useLingui();
  const { loading } = form;
  return (
    <Dialog
      actions={
        <>
          <Button loading={loading} onClick={() => void form.submit()}>
            {props.saveLabel ?? i18n.t('Save')}
          </Button>
          <DialogCancel />
        </>
      }
      onClose={onClose}
      open={open}
      subtitle={subtitle}
      title={title}
      work={form}
    >
      <Form form={form} label={title}>
        {children}
        {/* For Enter in a field; the button that shows stands at the dialog's foot. */}
        <button hidden type="submit" />
      </Form>
    </Dialog>
  );
}
