import { useLingui } from '@lingui/react';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';
import {
  OldCarrierFields,
  type OldCarrierFieldsProps,
  OldCarrierSelect,
} from './old-carrier-form.tsx';

interface OtherDetailsFormProps extends OldCarrierFieldsProps {
  asks: readonly PortInField[];
  /** The carrier can be changed here. */
  carrierKnown: boolean;
  open: boolean;
  onOpen: () => void;
}

/** Fields that may also be wrong, behind a button. */
export function OtherDetailsForm(props: OtherDetailsFormProps) {
  const { carrierKnown, open, onOpen, ...fields } = props;
  const { i18n } = useLingui();
  const opened = useRef<HTMLFieldSetElement>(null);
  // The focused button is gone.
  useEffect(() => {
    if (open) opened.current?.focus();
  }, [open]);
  if (!open) {
    return (
      <Button className="-ms-3 self-start" icon="pencil" onClick={onOpen} variant="quiet">
        {i18n.t('Change other details')}
      </Button>
    );
  }
  return (
    <fieldset className="flex flex-col gap-6 border-t pt-6 outline-none" ref={opened} tabIndex={-1}>
      <legend className="float-left w-full">
        <span className="font-strong">{i18n.t('Other details')}</span>
        <span className="mt-1 block text-fine text-ink-soft">
          {i18n.t('Enter only what’s different. What you leave empty stays the same.')}
        </span>
      </legend>
      {carrierKnown && (
        <OldCarrierSelect
          onChange={(value) => fields.set('carrier', value)}
          value={fields.values.carrier}
        />
      )}
      <OldCarrierFields {...fields} />
    </fieldset>
  );
}
