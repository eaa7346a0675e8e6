import { Field } from '../ui/field.tsx';
import type { FormState } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { generations, type LabelValues } from './plan-label-values.ts';

interface LabelForm extends LabelValues {
  includedInSpanish: string;
  additionalInSpanish: string;
}

/** Broadband Facts, in the order of the label. Fees of the brand and the price are added by it. */
export function PlanLabelFields<Values extends LabelForm>({ form }: { form: FormState<Values> }) {
  const { text } = form;
  return (
    <fieldset className="grid gap-6 border-t pt-6 md:grid-cols-2">
      <legend className="sr-only">Broadband label</legend>
      <h3 className="text-lead md:col-span-2">Broadband label</h3>
      <Field {...text('uniquePlanId')} className="md:col-span-2" label="Plan identifier" />
      <p className="measure text-ink-soft md:col-span-2">
        The label says what is charged, so these are the same for every plan: no introductory price,
        no contract, no early termination fee. Its monthly fees are the brand’s regulatory fee, its
        one-time fees the brand’s activation fee.
      </p>
      <TextArea {...text('oneTimeFees')} label="What is free at the start" optional rows={2} />
      <Select
        label="Government taxes"
        name="governmentTaxes"
        onChange={(value) => form.set('governmentTaxes', value as Values['governmentTaxes'])}
        options={[
          { value: 'varies', label: 'Varies by place' },
          { value: 'included', label: 'Included' },
        ]}
        value={form.values.governmentTaxes}
      />
      <Field {...text('discountsUrl')} label="Page about discounts" />
      {generations.map((generation) => (
        <div className="grid gap-3 md:col-span-2 md:grid-cols-3" key={generation}>
          <Field {...text(`download ${generation}`)} label={`${generation}, download`} optional />
          <Field {...text(`upload ${generation}`)} label={`${generation}, upload`} optional />
          <Field {...text(`latency ${generation}`)} label={`${generation}, latency`} optional />
        </div>
      ))}
      <Field {...text('includedData')} label="Data included" />
      <Field {...text('includedInSpanish')} label="Data included, in Spanish" optional />
      <Field {...text('additionalData')} label="What more data costs" />
      <Field {...text('additionalInSpanish')} label="What more data costs, in Spanish" optional />
      <Field {...text('networkManagementUrl')} label="Page about network management" />
      <Field {...text('privacyUrl')} label="Page about privacy" />
    </fieldset>
  );
}
