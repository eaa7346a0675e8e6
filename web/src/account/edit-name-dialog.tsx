import { useLingui } from '@lingui/react';
import type { UserInfo } from '@portside/contract/account';
import { Field } from '../ui/field.tsx';
import { useForm } from '../ui/form.tsx';
import { EditDialog, type EditDialogProps } from './edit-dialog.tsx';
import { typedField } from './typed-field.ts';
import { editFaults, useEdit } from './use-edit.ts';

/** E04. */
export function EditNameDialog({ user, ...dialog }: EditDialogProps & { user: UserInfo }) {
  const { i18n } = useLingui();
  const edit = useEdit();
  const form = useForm({
    initial: { firstName: user.firstName, lastName: user.lastName },
    check: editFaults,
    async onSubmit(names, signal) {
      const faults = await edit(names, signal);
      if (faults) return faults;
      dialog.onClose();
    },
  });
  const field = typedField(form);
  return (
    <EditDialog {...dialog} form={form} title={i18n.t('Edit name')}>
      <Field {...field('firstName')} autoComplete="given-name" label={i18n.t('First name')} />
      <Field {...field('lastName')} autoComplete="family-name" label={i18n.t('Last name')} />
    </EditDialog>
  );
}
