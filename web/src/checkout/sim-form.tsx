import { useLingui } from '@lingui/react';
import type { SimType } from '@portside/contract/lines';
import { streetLine } from '@portside/contract/street-address';
import { DeviceCheckForm } from '../lines/device-check-form.tsx';
import { useCan } from '../api/page.tsx';
import { typedField } from '../api/typed-field.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { type Draft, shippingAddress } from './draft.ts';
import { PlacePanel } from './place-panel.tsx';
import { StepActionsPanel } from './step-actions-panel.tsx';
import { simFaults } from './step-rules.ts';
import { type StepProps, useStepForm } from './use-step-form.ts';

interface SimFormProps extends StepProps {
  draft: Draft;
  save: (part: Partial<Pick<Draft, 'simType' | 'shipping' | 'imei' | 'device'>>) => void;
  onDone: () => void;
}

export function SimForm({ draft, save, owner, faults, onDone, onBack }: SimFormProps) {
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
  // Fields the server refused are open, even when copied from the service address.
  const isRefused = faults.some(({ field }) => field === 'addressOne' || field === 'addressTwo');
  const shipping = isRefused ? { ...shippingAddress(draft), sameAddress: false } : draft.shipping;
  const form = useStepForm({
    initial: {
      simType: can.has('esim') ? draft.simType : 'physical',
      imei: draft.imei,
      ...shipping,
    },
    owner,
    faults,
    save: ({ simType, imei, ...typed }) => save({ simType, imei, shipping: typed }),
    check: simFaults,
    onSubmit: onDone,
  });
  const field = typedField(form);
  const street = draft.contact.streetName && streetLine(draft.contact);
  const device = draft.device?.imei === form.values.imei ? draft.device : undefined;
  return (
    <Form form={form}>
      <RadioCards
        cards={cards.filter(({ value }) => value !== 'esim' || can.has('esim'))}
        columns={2}
        legend={i18n.t('How do you want your SIM?')}
        name="simType"
        onChange={(value) => {
          form.set('simType', value === 'physical' ? 'physical' : 'esim');
          for (const name of Object.keys(draft.shipping)) form.clearError(name);
        }}
        quietLegend
        value={form.values.simType}
      />
      {can.has('checkDevice') && (
        <section className="flex flex-col gap-4 border-y py-5">
          <h3 className="text-lead">{i18n.t('Does your phone work with us?')}</h3>
          <DeviceCheckForm
            device={device}
            error={form.errors.imei}
            onChange={(imei) => form.set('imei', imei)}
            onDevice={(known) => save({ device: known })}
            value={form.values.imei}
          />
          {device?.compatible && !device.esim && form.values.simType === 'esim' && (
            <p className="font-strong" role="status">
              {i18n.t('This phone doesn’t take an eSIM. Please choose the SIM card.')}
            </p>
          )}
        </section>
      )}
      {form.values.simType === 'esim' ? (
        <p className="measure flex gap-3 text-fine text-ink-soft">
          <Icon className="mt-0.5" name="information" size={20} />
          {i18n.t(
            'Not sure if your phone takes one? Dial *#06#. If you see a number called EID, it does.',
          )}
        </p>
      ) : (
        <fieldset className="mt-2 flex flex-col gap-6">
          <legend className="text-title head">{i18n.t('Where do we send it?')}</legend>
          <Checkbox
            checked={form.values.sameAddress}
            hint={street || i18n.t('You enter it in the next step.')}
            label={i18n.t('Same as the service address')}
            name="sameAddress"
            onChange={(checked) => {
              form.set('sameAddress', checked);
              for (const name of Object.keys(draft.shipping)) form.clearError(name);
            }}
          />
          {!form.values.sameAddress && (
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
              <PlacePanel field={field} section="shipping" />
            </>
          )}
        </fieldset>
      )}
      <StepActionsPanel label={i18n.t('Continue')} loading={form.loading} onBack={onBack} />
    </Form>
  );
}
