import { useLingui } from '@lingui/react';
import type { SimType } from '@portside/contract/lines';
import { streetLine } from '@portside/contract/street-address';
import { useState } from 'react';
import { useCan } from '../api/page.tsx';
import { typingOf } from '../api/typed-field.ts';
import { type Device, DeviceCheckForm } from '../lines/device-check-form.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import type { FormState } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { type Draft, shippingAddress } from './draft.ts';
import type { PhoneValues } from './phone-form.tsx';
import { PlacePanel } from './place-panel.tsx';
import type { TypedField } from './use-step-form.ts';

interface SimPanelProps {
  draft: Draft;
  form: FormState<PhoneValues>;
  field: (name: keyof PhoneValues) => TypedField;
  /** For another SIM card of the purchase (P03). */
  isAddressAsked: boolean;
  onDevice: (device: Device | undefined) => void;
}

const place = { city: 'shippingCity', state: 'shippingState', zipCode: 'shippingZip' } as const;
const shippingFields = ['addressOne', 'addressTwo', ...Object.values(place)];

/** eSIM or card, where the card is sent to, and whether the phone works here. */
export function SimPanel({ draft, form, field, isAddressAsked, onDevice }: SimPanelProps) {
  const { i18n } = useLingui();
  const can = useCan();
  const cards: { value: SimType; label: string; detail: string; aside: React.ReactNode }[] = [
    {
      value: 'esim',
      label: i18n.t('eSIM'),
      detail: i18n.t('No waiting: install it minutes after you pay. Free.'),
      aside: <Icon className="text-ink-soft" name="esim" size={22} />,
    },
    {
      value: 'physical',
      label: i18n.t('SIM card'),
      detail: i18n.t('Sent by mail. For phones without eSIM. Free.'),
      aside: <Icon className="text-ink-soft" name="sim" size={22} />,
    },
  ];
  const { simType, sameAddress } = form.values;
  function forgive() {
    for (const name of shippingFields) form.clearError(name);
  }
  return (
    <>
      <RadioCards
        cards={cards.filter(({ value }) => value !== 'esim' || can.has('esim'))}
        columns={2}
        error={form.errors.simType}
        legend={i18n.t('How do you want your SIM?')}
        name="simType"
        onChange={(value) => {
          form.set('simType', value === 'physical' ? 'physical' : 'esim');
          forgive();
        }}
        value={simType}
      />
      {simType === 'esim' ? (
        <p className="measure flex gap-3 text-fine text-ink-soft">
          <Icon className="mt-0.5" name="information" size={20} />
          {i18n.t(
            'Not sure if your phone takes one? Dial *#06#. If you see a number called EID, it does.',
          )}
        </p>
      ) : isAddressAsked ? (
        <p className="measure flex gap-3 text-fine text-ink-soft">
          <Icon className="mt-0.5" name="information" size={20} />
          {i18n.t('We send it to the same address as your other SIM card: {address}.', {
            address: addressLine(draft),
          })}
        </p>
      ) : (
        <fieldset className="flex flex-col gap-6">
          <legend className="text-title head">{i18n.t('Where do we send it?')}</legend>
          <Checkbox
            checked={sameAddress}
            hint={streetLine(draft.contact)}
            label={i18n.t('Same as the service address')}
            name="sameAddress"
            onChange={(checked) => {
              form.set('sameAddress', checked);
              forgive();
            }}
          />
          {!sameAddress && (
            <>
              <Field
                {...field('addressOne')}
                autoComplete="shipping address-line1"
                label={i18n.t('Address')}
              />
              <Field
                {...field('addressTwo')}
                autoComplete="shipping address-line2"
                label={i18n.t('Apartment, suite or unit')}
                optional
              />
              <PlacePanel
                field={(name) => ({ ...field(place[name]), name, filter: typingOf(name) })}
                section="shipping"
              />
            </>
          )}
        </fieldset>
      )}
      {can.has('checkDevice') && <DeviceFold draft={draft} form={form} onDevice={onDevice} />}
    </>
  );
}

function addressLine(draft: Draft): string {
  const { addressOne, addressTwo, city, state, zipCode } = shippingAddress(draft);
  return [addressOne, addressTwo, city, `${state} ${zipCode}`].filter(Boolean).join(', ');
}

/** Optional, and folded until somebody asks; what was typed or refused is open. */
function DeviceFold({ draft, form, onDevice }: Omit<SimPanelProps, 'field' | 'isAddressAsked'>) {
  const { i18n } = useLingui();
  const { imei, simType } = form.values;
  const [isOpen, setIsOpen] = useState(imei !== '');
  const device = draft.device?.imei === imei ? draft.device : undefined;
  return (
    <details
      className="group border-y"
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      open={isOpen || form.errors.imei !== undefined}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 font-strong">
        <span className="flex-1">{i18n.t('Does your phone work with us?')}</span>
        <Icon className="motion group-open:rotate-180" name="chevron-down" size={20} />
      </summary>
      <div className="flex flex-col gap-4 pb-5">
        <DeviceCheckForm
          device={device}
          error={form.errors.imei}
          onChange={(typed) => form.set('imei', typed)}
          onDevice={onDevice}
          value={imei}
        />
        {device?.compatible && !device.esim && simType === 'esim' && (
          <p className="font-strong" role="status">
            {i18n.t('This phone doesn’t take an eSIM. Please choose the SIM card.')}
          </p>
        )}
      </div>
    </details>
  );
}
