import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { fields } from '@portside/contract/fields';
import { phone } from '@portside/contract/phone';
import { listPortIns } from '@portside/contract/port-in';
import { useEffect, useEffectEvent } from 'react';
import { typedField } from '../api/typed-field.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useCall } from '../api/use-call.tsx';
import { NewNumberList } from '../lines/new-number-list.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { firstAsked } from '../port-in/port-in-details.ts';
import { BroughtDetailsForm, BroughtNumberField } from './brought-number-form.tsx';
import type { BroughtNumber } from './brought-number.ts';
import { checkNumber } from './check-number.ts';
import type { Draft, DraftPortIn } from './draft.ts';
import { type FreeNumber, freeNumbers, wantsDetails } from './free-numbers.ts';
import { StepActionsPanel } from './step-actions-panel.tsx';
import { broughtFaults, numberFaults } from './step-rules.ts';
import type { Quoting } from './use-quote.ts';
import { type StepProps, useStepForm } from './use-step-form.ts';

interface NumberFormProps extends StepProps {
  draft: Draft;
  save: (
    part: Partial<
      Pick<
        Draft,
        'numberKind' | 'numberChosen' | 'newNumber' | 'zipCode' | 'promoCode' | 'brought' | 'portIn'
      >
    >,
  ) => void;
  quoting: Quoting;
  onDone: () => void;
}

/** Step 1: the number and the ZIP Code, which gives the price. */
export function NumberForm({ draft, save, quoting, owner, faults, onDone }: NumberFormProps) {
  const { i18n } = useLingui();
  const call = useCall();
  const { data } = useAnswer(listPortIns, {});
  const own = freeNumbers(data?.portIns ?? []);
  const kinds = [
    ...own.map((number) => ({
      value: number.id,
      label: phone(number.msisdn),
      detail: ownWords(i18n, number),
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
  const { numberKind, newNumber, zipCode, promoCode, brought } = draft;
  const known = (choice: string) => own.find(({ id }) => id === choice);
  function asksOf({ yourNumber }: Pick<BroughtNumber, 'yourNumber'>, chosen?: FreeNumber) {
    if (chosen) return firstAsked(chosen.required);
    const { msisdn, required = [] } = draft.portIn ?? {};
    return firstAsked(fields.yourNumber.safeParse(yourNumber).data === msisdn ? required : []);
  }
  const form = useStepForm({
    // `new`, `bring`, or the id of an own number.
    initial: {
      choice: numberKind === 'own' ? (draft.portIn?.tempSubscriptionId ?? 'new') : numberKind,
      newNumber,
      zipCode,
      promoCode,
      ...brought,
    },
    owner,
    faults,
    save({ choice, newNumber: picked, zipCode: zip, promoCode: promo, ...rest }) {
      const kind = choice === 'new' || choice === 'bring' ? choice : 'own';
      const chosen = known(choice);
      save({
        numberKind: kind,
        newNumber: picked,
        zipCode: zip,
        promoCode: promo,
        brought: rest,
        ...(chosen && { portIn: ownPortIn(chosen) }),
      });
    },
    check(values) {
      const chosen = known(values.choice);
      const brings = values.choice === 'bring' || (chosen && wantsDetails(chosen));
      const rules = { isTyped: !chosen, asks: asksOf(values, chosen) };
      return brings ? broughtFaults(values, rules) : numberFaults(values);
    },
    async onSubmit(values) {
      const { asked } = quoting;
      const promo = values.promoCode.trim();
      if (asked?.zipCode !== values.zipCode || asked.promoCode !== promo) {
        const refused = await quoting.ask({ zipCode: values.zipCode, promoCode: promo });
        if (refused.length > 0) return refused;
      }
      if (values.choice === 'bring') {
        // Another customer may have the number now.
        const checked = await checkNumber(call, values);
        if ('faults' in checked) return checked.faults;
        save({ portIn: checked.portIn });
        // Only now is it known what else this number's old carrier wants.
        const asks = firstAsked(checked.portIn.required ?? []);
        const missing = Object.entries(broughtFaults(values, { isTyped: true, asks }));
        if (missing.length > 0) return missing.map(([field, message]) => ({ field, message }));
      } else {
        const chosen = known(values.choice);
        save({ portIn: chosen && ownPortIn(chosen) });
      }
      onDone();
    },
  });
  const field = typedField(form);
  const newest = own[0]?.id;
  const chooseOwn = useEffectEvent((id: string) => {
    if (draft.numberChosen) return;
    form.set('choice', id);
    save({ numberChosen: true });
  });
  // A number without a line is preselected for this plan.
  useEffect(() => {
    if (newest) chooseOwn(newest);
  }, [newest]);
  const { choice } = form.values;
  const gone = data !== undefined && choice !== 'new' && choice !== 'bring' && !known(choice);
  const chooseNew = useEffectEvent(() => form.set('choice', 'new'));
  // The saved number has got a line, or is over.
  useEffect(() => {
    if (gone) chooseNew();
  }, [gone]);
  const chosen = known(form.values.choice);
  const typed = form.values.choice === 'bring';

  async function price(next: string, promo: string) {
    if (Object.keys(numberFaults({ zipCode: next })).length > 0) return;
    const refused = await quoting.ask({ zipCode: next, promoCode: promo });
    if (refused.length > 0) form.fail(refused);
  }

  async function applyPromo() {
    const wrong = numberFaults(form.values).zipCode;
    if (wrong) return form.fail([{ field: 'zipCode', message: wrong }]);
    await price(form.values.zipCode, form.values.promoCode.trim());
  }

  const applied = quoting.asked?.promoCode ?? '';
  const typedPromo = form.values.promoCode.trim();
  return (
    <Form form={form}>
      <RadioCards
        cards={kinds}
        columns={2}
        legend={i18n.t('Your phone number')}
        error={typed ? undefined : form.errors.yourNumber}
        name="choice"
        onChange={(value) => {
          form.set('choice', value);
          form.clearError('yourNumber');
          save({ numberChosen: true });
        }}
        quietLegend
        value={form.values.choice}
      />
      {typed && <BroughtNumberField field={field('yourNumber')} />}
      {(typed || (chosen && wantsDetails(chosen))) && (
        <BroughtDetailsForm
          asks={asksOf(form.values, chosen)}
          errors={form.errors}
          set={(name, value) => form.set(name, value)}
          values={form.values}
        />
      )}
      <Field
        {...field('zipCode')}
        autoComplete="postal-code"
        className="max-w-sm"
        hint={i18n.t('Where you use the phone most. Your number and the taxes depend on it.')}
        inputMode="numeric"
        label={i18n.t('ZIP Code')}
        onChange={(value) => {
          form.set('zipCode', value);
          if (value !== form.values.zipCode) void price(value, applied);
        }}
        suffix={<Icon name="pin" size={20} />}
      />
      {choice === 'new' && (
        <NewNumberList
          error={form.errors.newNumber}
          onChange={(mdn) => form.set('newNumber', mdn)}
          value={form.values.newNumber}
          zipCode={form.values.zipCode}
        />
      )}
      <div className="max-w-sm">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
          <Field
            {...field('promoCode')}
            autoCapitalize="characters"
            autoComplete="off"
            className="row-span-3 grid! grid-rows-subgrid"
            clearable
            label={i18n.t('Promo code')}
            onChange={(value) => {
              form.set('promoCode', value);
              if (value === '' && applied !== '') void price(form.values.zipCode, '');
            }}
            onEnter={() => void applyPromo()}
            optional
            spellCheck={false}
          />
          <Button
            // Level with the field, below its label.
            className="col-start-2 row-start-2 min-h-14"
            loading={quoting.asking && typedPromo !== applied}
            onClick={() => void applyPromo()}
            variant="secondary"
          >
            {i18n.t('Apply')}
          </Button>
        </div>
        <p aria-live="polite" className="text-fine font-medium text-good">
          {applied !== '' && applied === typedPromo && (
            <span className="mt-2 flex items-center gap-2">
              <Icon name="check" size={18} />
              {i18n.t('{code} is applied.', { code: applied.toUpperCase() })}
            </span>
          )}
        </p>
      </div>
      <StepActionsPanel label={i18n.t('Continue')} loading={form.loading} />
    </Form>
  );
}

function ownPortIn(number: FreeNumber): DraftPortIn {
  const { id: tempSubscriptionId, msisdn, status, required } = number;
  const here = status === 'completed' ? 'here already' : 'given';
  const details = wantsDetails(number) ? 'asked' : here;
  return { tempSubscriptionId, msisdn, details, required };
}

function ownWords(i18n: I18n, number: FreeNumber): string {
  if (number.status === 'completed') {
    return i18n.t('Your number is already here and waiting for this plan.');
  }
  return wantsDetails(number)
    ? i18n.t(
        'You checked it: you can bring it to this plan. We still need your old carrier’s details.',
      )
    : i18n.t('We have its details. It transfers to this plan once you’ve paid.');
}
