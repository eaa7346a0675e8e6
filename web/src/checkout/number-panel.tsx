import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { PortInField } from '@portside/contract/port-in-reasons';
import { NewNumberList } from '../lines/new-number-list.tsx';
import { Field } from '../ui/field.tsx';
import type { FormState } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { BroughtDetailsForm, BroughtNumberField } from './brought-number-form.tsx';
import { type FreeNumber, wantsDetails } from './free-numbers.ts';
import type { PhoneValues } from './phone-form.tsx';
import type { TypedField } from './use-step-form.ts';

interface NumberPanelProps {
  form: FormState<PhoneValues>;
  field: (name: keyof PhoneValues) => TypedField;
  own: readonly FreeNumber[];
  /** Numbers of other lines (P03). */
  taken: readonly string[];
  /** What the chosen number's old carrier wants to be told, and whether it is asked. */
  asks: readonly PortInField[];
  asksDetails: boolean;
  onChoice: (choice: string) => void;
  onZipCode: (zipCode: string) => void;
}

/** A new number, one to bring, or one that waits for a plan. */
export function NumberPanel(props: NumberPanelProps) {
  const { form, field, own, taken, asks, asksDetails, onChoice, onZipCode } = props;
  const { i18n } = useLingui();
  const { choice, newNumber, zipCode } = form.values;
  const typed = choice === 'bring';
  const cards = [
    ...own.map((number) => ({
      value: number.id,
      label: phone(number.msisdn),
      detail: ownWords(i18n, number, form.values.simType === 'physical'),
      aside: <Icon className="text-ink-soft" name="check" size={22} />,
    })),
    {
      value: 'new',
      label: i18n.t('Get a new number'),
      detail: i18n.t(
        'We’ll pick one near your ZIP Code. You’ll see it as soon as the line is set up.',
      ),
      aside: <Icon className="text-ink-soft" name="call" size={22} />,
    },
    {
      value: 'bring',
      label: i18n.t('Bring my number'),
      detail: i18n.t('Keep the number you have. We’ll check now if you can bring it.'),
      aside: <Icon className="text-ink-soft" name="phone" size={22} />,
    },
  ];
  return (
    <>
      <RadioCards
        cards={cards}
        columns={2}
        error={typed ? undefined : form.errors.yourNumber}
        legend={i18n.t('Your phone number')}
        name="choice"
        onChange={onChoice}
        value={choice}
      />
      {typed && <BroughtNumberField field={field('yourNumber')} />}
      {/* The address has it already: here it is for the number's check, or refused. */}
      {(typed || form.errors.zipCode) && (
        <Field
          {...field('zipCode')}
          autoComplete="postal-code"
          className="max-w-sm"
          hint={i18n.t('Where you use the phone most. Your number and the taxes depend on it.')}
          inputMode="numeric"
          label={i18n.t('ZIP Code')}
          onChange={onZipCode}
          suffix={<Icon name="pin" size={20} />}
        />
      )}
      {asksDetails && (
        <BroughtDetailsForm
          asks={asks}
          byMail={form.values.simType === 'physical'}
          errors={form.errors}
          set={(name, value) => form.set(name, value)}
          values={form.values}
        />
      )}
      {choice === 'new' && (
        <NewNumberList
          error={form.errors.newNumber}
          onChange={(mdn) => form.set('newNumber', mdn)}
          taken={taken}
          value={newNumber}
          zipCode={zipCode}
        />
      )}
    </>
  );
}

function ownWords(i18n: I18n, number: FreeNumber, byMail: boolean): string {
  if (number.status === 'completed') {
    return i18n.t('Your number is already here and waiting for this plan.');
  }
  return wantsDetails(number)
    ? i18n.t(
        'You checked it: you can bring it to this plan. We still need your old carrier’s details.',
      )
    : byMail
      ? i18n.t('We have its details. It transfers to this plan when you activate the SIM card.')
      : i18n.t('We have its details. It transfers to this plan once you’ve paid.');
}
