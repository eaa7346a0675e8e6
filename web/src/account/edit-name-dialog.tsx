import { useLingui } from '@lingui/react';
import { editUser, viewUser } from '@portside/contract/account';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import type { EditProps } from './edit-props.ts';
import { typedField } from '../api/typed-field.ts';

/** E04. */
export function EditNameDialog({ user, ...dialog }: EditProps) {
  const { i18n } = useLingui();
  const form = useForm({
    initial: { firstName: user.firstName, lastName: user.lastName },
    ...useSubmit(editUser, { refresh: [viewUser], onDone: dialog.onClose }),
  });
  const field = typedField(form);
  return (
    <FormDialog {...dialog} form={form} title={i18n.t('Edit name')}>
      <Field {...field('firstName')} autoComplete="given-name" label={i18n.t('First name')} />
      <Field {...field('lastName')} autoComplete="family-name" label={i18n.t('Last name')} />
    </FormDialog>
  );
}
