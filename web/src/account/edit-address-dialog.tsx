import { useLingui } from '@lingui/react';
import { editUser, viewUser } from '@portside/contract/account';
import { stateOptions, streetDirections } from '@portside/contract/places';
import { useAddressCheck, useSuggestion } from '../api/use-address-check.ts';
import { useSubmit } from '../api/use-submit.ts';
import { addressLines } from '@portside/contract/street-address';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { StreetFields } from '../ui/street-fields.tsx';
import { SuggestionPanel } from '../ui/suggestion-panel.tsx';
import type { EditProps } from './edit-props.ts';
import { streetFiller } from '../api/street-filler.ts';
import { typedField } from '../api/typed-field.ts';

/** E05. */
export function EditAddressDialog({ user, ...dialog }: EditProps) {
  const { i18n } = useLingui();
  const { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode } = user;
  const check = useAddressCheck();
  const submit = useSubmit(editUser, { refresh: [viewUser], onDone: dialog.onClose });
  const form = useForm({
    initial: { streetNumber, streetDirection, streetName, streetUnit, city, state, zipCode },
    ...submit,
    onSubmit: check.before(submit.onSubmit),
  });
  const suggestion = useSuggestion(check, form);
  const field = typedField(form);
  return (
    <FormDialog
      {...dialog}
      form={form}
      subtitle={i18n.t('911 responders are sent here, and it sets your taxes.')}
      title={i18n.t('Edit address')}
    >
      <StreetFields
        directions={streetDirections}
        field={field}
        onStreetName={streetFiller(form)}
        select={form.text}
        states={stateOptions}
      />
      {suggestion && (
        <SuggestionPanel
          lines={addressLines(suggestion.address)}
          onKeep={suggestion.onKeep}
          onUse={suggestion.onUse}
        />
      )}
    </FormDialog>
  );
}
