import { PERIOD_DAYS } from '@portside/contract/period-days';
import { Field } from '../ui/field.tsx';
import type { FormState } from '../ui/form.tsx';
import { prepayName, prepayTerms, type PrepayValues } from './plan-prepay-values.ts';

/** P10: prices for all of the months. */
export function PlanPrepayFields<Values extends PrepayValues>({
  form,
}: {
  form: FormState<Values>;
}) {
  return (
    <fieldset className="grid gap-3 md:grid-cols-3">
      <legend className="mb-1.5 font-strong">Several months at once</legend>
      <p className="measure text-fine text-ink-soft md:col-span-3">
        The price in dollars for all of them, before taxes and fees. A month here is 30 days. Empty:
        not offered. Lines that are paid so already keep what they paid for.
      </p>
      {prepayTerms.map((months) => (
        <Field
          {...form.text(prepayName(months))}
          inputMode="decimal"
          key={months}
          label={`${months} months (${months * PERIOD_DAYS} days)`}
          optional
        />
      ))}
    </fieldset>
  );
}
