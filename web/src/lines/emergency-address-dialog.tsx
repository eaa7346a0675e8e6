import { useLingui } from '@lingui/react';
import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { phone } from '@portside/contract/phone';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { stateOptions, streetDirections } from '@portside/contract/places';
import { addressLines } from '@portside/contract/street-address';
import { streetFiller } from '../api/street-filler.ts';
import { typedField } from '../api/typed-field.ts';
import { useAddressCheck, useSuggestion } from '../api/use-address-check.ts';
import { useSubmit } from '../api/use-submit.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { StreetFields } from '../ui/street-fields.tsx';
import { SuggestionPanel } from '../ui/suggestion-panel.tsx';

interface EmergencyAddressDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
}

const empty = {
  streetNumber: '',
  streetDirection: '',
  streetName: '',
  streetUnit: '',
  city: '',
  state: '',
  zipCode: '',
};

/** The carrier's refusal shows at its field (K19). */
export function EmergencyAddressDialog({ line, open, onClose }: EmergencyAddressDialogProps) {
  const { i18n } = useLingui();
  const check = useAddressCheck();
  const submit = useSubmit(setEmergencyAddress, {
    refresh: [viewLine],
    onDone: onClose,
    refusalAt: 'streetNumber',
  });
  const form = useForm({
    initial: { id: line.id, ...(line.emergencyAddress ?? empty) },
    ...submit,
    onSubmit: check.before(submit.onSubmit),
  });
  const suggestion = useSuggestion(check, form);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open={open}
      subtitle={phone(line.mdn)}
      title={i18n.t('Change the 911 address')}
    >
      <p className="text-ink-soft">
        {i18n.t('Where you use this line most. It also sets the taxes of its next payments.')}
      </p>
      <StreetFields
        directions={streetDirections}
        field={typedField(form)}
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
