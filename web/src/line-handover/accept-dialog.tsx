import { useLingui } from '@lingui/react';
import { viewLine } from '@portside/contract/line-detail';
import { acceptHandover, listHandovers, type OfferedLine } from '@portside/contract/line-handover';
import { linePage } from '@portside/contract/line-rooms';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { stateOptions, streetDirections } from '@portside/contract/places';
import { addressLines } from '@portside/contract/street-address';
import { useNavigate } from 'react-router';
import { useSession } from '../api/session.ts';
import { streetFiller } from '../api/street-filler.ts';
import { typedField } from '../api/typed-field.ts';
import { useAddressCheck, useSuggestion } from '../api/use-address-check.ts';
import { useSubmit } from '../api/use-submit.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { StreetFields } from '../ui/street-fields.tsx';
import { SuggestionPanel } from '../ui/suggestion-panel.tsx';
import { TextLink } from '../ui/text-link.tsx';

export interface AnswerDialogProps {
  offer: OfferedLine;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  /** @param message why there is nothing to answer any more */
  onOver: (message: string) => void;
  finalFocus: () => HTMLElement | null;
}

/** P06: where the line will be used, then it is theirs. Leads to the new line. */
export function AcceptDialog(props: AnswerDialogProps) {
  const { offer, open, onClose, onFinished, onOver, finalFocus } = props;
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const { userInfo } = useSession();
  const check = useAddressCheck();
  const submit = useSubmit(acceptHandover, {
    refresh: [listHandovers, listNeeds, listLines, viewLine],
    // Above the fields, as it is about none of them.
    refusalAt: 'offer',
    // The line's page says it.
    silent: true,
    onDone({ lineId, emergencyAddress }) {
      void navigate(linePage(lineId), { state: { takenOver: emergencyAddress ?? 'none' } });
    },
    onFailed({ reason, status, message }) {
      if (reason !== 'offer_over' && status !== 404) return undefined;
      onOver(message);
      onFinished();
      return [];
    },
  });
  const form = useForm({
    initial: {
      id: offer.id,
      streetNumber: userInfo?.streetNumber ?? '',
      streetDirection: userInfo?.streetDirection ?? '',
      streetName: userInfo?.streetName ?? '',
      streetUnit: userInfo?.streetUnit ?? '',
      city: userInfo?.city ?? '',
      state: userInfo?.state ?? '',
      zipCode: userInfo?.zipCode ?? '',
    },
    ...submit,
    onSubmit: check.before(submit.onSubmit),
  });
  const suggestion = useSuggestion(check, form);
  return (
    <FormDialog
      finalFocus={finalFocus}
      form={form}
      onClose={onClose}
      open={open}
      submitLabel={i18n.t('Accept this line')}
      subtitle={i18n.t('Number ending in {digits}', { digits: offer.lastFour })}
      title={i18n.t('Accept this line')}
    >
      <p className="text-ink-soft">
        {i18n.t('Where will you use this line most? It counts for 911 and for its taxes.')}
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
      <p className="measure text-fine text-ink-soft">
        {i18n.t('Nothing is charged now. By accepting you agree to our')}{' '}
        <TextLink to="/terms-and-conditions">{i18n.t('Terms & Conditions')}</TextLink>.
      </p>
    </FormDialog>
  );
}
