import { useLingui } from '@lingui/react';
import { fields } from '@portside/contract/fields';
import { listPortIns } from '@portside/contract/port-in';
import { useEffect, useEffectEvent } from 'react';
import { useCan } from '../api/page.tsx';
import { typedField } from '../api/typed-field.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useCall } from '../api/use-call.tsx';
import { firstAsked } from '../port-in/port-in-details.ts';
import { Form } from '../ui/form.tsx';
import type { BroughtNumber } from './brought-number.ts';
import { checkNumber } from './check-number.ts';
import { type Draft, shippingAddress } from './draft.ts';
import { type FreeNumber, freeNumbers, ownPortIn, wantsDetails } from './free-numbers.ts';
import { NumberPanel } from './number-panel.tsx';
import { SimPanel } from './sim-panel.tsx';
import { StepActionsPanel } from './step-actions-panel.tsx';
import { broughtFaults, type SimChoice, simFaults, takenFaults, zipFaults } from './step-rules.ts';
import type { Quoting } from './use-quote.ts';
import { type StepProps, useStepForm } from './use-step-form.ts';

interface PhoneFormProps extends StepProps {
  draft: Draft;
  save: (
    part: Partial<
      Pick<
        Draft,
        | 'numberKind'
        | 'numberChosen'
        | 'newNumber'
        | 'zipCode'
        | 'brought'
        | 'portIn'
        | 'simType'
        | 'imei'
        | 'shipping'
        | 'device'
      >
    >,
  ) => void;
  quoting: Quoting;
  /** Numbers that cannot be chosen here: another line of the purchase has them (P03). */
  taken: readonly string[];
  /** Another line's screen asks where SIM cards are sent to. */
  isAddressAsked: boolean;
  onDone: (zipCode: string) => void;
}

/** What the form of the step holds. */
export interface PhoneValues extends BroughtNumber, SimChoice {
  /** `new`, `bring`, or the id of an own number. */
  readonly choice: string;
  readonly newNumber: string;
  readonly zipCode: string;
}

/** The second step: the SIM, the number and, for who wants it, the check of the phone. */
export function PhoneForm(props: PhoneFormProps) {
  const { draft, save, quoting, taken, isAddressAsked, owner, faults, onDone, onBack } = props;
  const { i18n } = useLingui();
  const call = useCall();
  const can = useCan();
  const { data } = useAnswer(listPortIns, {});
  const own = freeNumbers(data?.portIns ?? []).filter(({ msisdn }) => !taken.includes(msisdn));
  const { numberKind, newNumber, zipCode, brought } = draft;
  const known = (choice: string) => own.find(({ id }) => id === choice);
  function asksOf({ yourNumber }: Pick<BroughtNumber, 'yourNumber'>, chosen?: FreeNumber) {
    if (chosen) return firstAsked(chosen.required);
    const { msisdn, required = [] } = draft.portIn ?? {};
    return firstAsked(fields.yourNumber.safeParse(yourNumber).data === msisdn ? required : []);
  }
  // Fields the server refused are open, even when copied from the service address.
  const isRefused = faults.some(({ field }) => field === 'addressOne' || field === 'addressTwo');
  const shipping = isRefused ? { ...shippingAddress(draft), sameAddress: false } : draft.shipping;
  const form = useStepForm<PhoneValues>({
    initial: {
      ...brought,
      choice: numberKind === 'own' ? (draft.portIn?.tempSubscriptionId ?? 'new') : numberKind,
      newNumber: taken.includes(newNumber) ? '' : newNumber,
      zipCode,
      simType: can.has('esim') ? draft.simType : 'physical',
      imei: draft.imei,
      sameAddress: shipping.sameAddress,
      addressOne: shipping.addressOne,
      addressTwo: shipping.addressTwo,
      shippingCity: shipping.city,
      shippingState: shipping.state,
      shippingZip: shipping.zipCode,
    },
    owner,
    faults,
    save(values) {
      const { choice, newNumber: picked, zipCode: zip, simType, imei, ...rest } = values;
      const { sameAddress, addressOne, addressTwo, ...others } = rest;
      const { shippingCity, shippingState, shippingZip, ...details } = others;
      const chosen = known(choice);
      save({
        numberKind: choice === 'new' || choice === 'bring' ? choice : 'own',
        newNumber: picked,
        zipCode: zip,
        brought: details,
        ...(chosen && { portIn: ownPortIn(chosen) }),
        simType: simType === 'physical' ? 'physical' : 'esim',
        imei,
        shipping: {
          sameAddress,
          addressOne,
          addressTwo,
          city: shippingCity,
          state: shippingState,
          zipCode: shippingZip,
        },
      });
    },
    check(values) {
      const chosen = known(values.choice);
      const brings = values.choice === 'bring' || (chosen && wantsDetails(chosen));
      const rules = { isTyped: !chosen, asks: asksOf(values, chosen) };
      const sameAddress = values.sameAddress || isAddressAsked;
      return {
        ...simFaults({ ...values, sameAddress }),
        ...(values.choice === 'bring' && takenFaults(values.yourNumber, taken)),
        ...(brings ? broughtFaults(values, rules) : {}),
      };
    },
    async onSubmit(values, signal) {
      if (quoting.asked?.zipCode !== values.zipCode) {
        const refused = await price(values.zipCode);
        if (signal.aborted) return;
        if (refused?.length !== 0) return refused;
      }
      if (values.choice === 'bring') {
        // Another customer may have the number now.
        const checked = await checkNumber(call, values, signal);
        if (signal.aborted) return;
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
      onDone(values.zipCode);
    },
  });
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
  const chosen = known(choice);

  const price = (zip: string) =>
    quoting.ask({
      zipCode: zip,
      promoCode: quoting.asked?.promoCode ?? '',
      months: quoting.months,
    });

  async function moveTo(zip: string) {
    if (zip === form.values.zipCode) return;
    form.set('zipCode', zip);
    form.set('newNumber', '');
    if (zipFaults({ zipCode: zip }).zipCode) return;
    const refused = await price(zip);
    if (refused && refused.length > 0) form.fail(refused);
  }

  const field = typedField(form);
  return (
    <Form form={form}>
      <SimPanel
        draft={draft}
        field={field}
        form={form}
        isAddressAsked={isAddressAsked}
        onDevice={(device) => save({ device })}
      />
      <NumberPanel
        asks={asksOf(form.values, chosen)}
        asksDetails={choice === 'bring' || (chosen !== undefined && wantsDetails(chosen))}
        field={field}
        form={form}
        onChoice={(value) => {
          form.set('choice', value);
          form.clearError('yourNumber');
          save({ numberChosen: true });
        }}
        onZipCode={(zip) => void moveTo(zip)}
        own={own}
        taken={taken}
      />
      <StepActionsPanel label={i18n.t('Continue')} loading={form.loading} onBack={onBack} />
    </Form>
  );
}
