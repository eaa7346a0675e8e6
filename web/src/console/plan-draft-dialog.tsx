import { listStaffPlans, savePlan, viewStaffPlan } from '@portside/contract/console/plans';
import { trueLabel } from '@portside/contract/console/true-label';
import type { OutputOf } from '@portside/contract/endpoint';
import { useSubmit } from '../api/use-submit.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { amountOf } from './money-words.ts';
import {
  prepayFaults,
  prepayOfValues,
  type PrepayValues,
  prepayValues,
} from './plan-prepay-values.ts';
import { PlanLabelFields } from './plan-label-form.tsx';
import { PlanPrepayFields } from './plan-prepay-form.tsx';
import { labelFault, labelOfValues, type LabelValues, labelValues } from './plan-label-values.ts';

interface Values extends LabelValues, PrepayValues {
  retailName: string;
  retailDescription: string;
  descriptionInSpanish: string;
  retailPrice: string;
  popular: boolean;
  includedInSpanish: string;
  additionalInSpanish: string;
}

/** A brand whose duties ask for no label leaves it empty. */
const hasLabel = ({ uniquePlanId, includedData, discountsUrl }: LabelValues) =>
  `${uniquePlanId}${includedData}${discountsUrl}`.trim() !== '';

export function PlanDraftDialog(props: {
  plan: OutputOf<typeof viewStaffPlan>['plan'];
  onClose: () => void;
}) {
  const { plan, onClose } = props;
  const { id, version } = plan;
  const submit = useSubmit(savePlan, {
    input: (values: Values) => {
      const { retailName, retailDescription, descriptionInSpanish, popular } = values;
      const { includedInSpanish: includedData, additionalInSpanish: additionalData } = values;
      return {
        id,
        version,
        retailName,
        retailDescription,
        popular,
        retailPrice: amountOf(values.retailPrice),
        prepay: prepayOfValues(values),
        ...(descriptionInSpanish.trim() !== '' && { descriptionInSpanish }),
        ...(hasLabel(values) && { label: labelOfValues(values) }),
        ...((includedData || additionalData) && {
          labelInSpanish: { includedData, additionalData },
        }),
      };
    },
    refresh: [listStaffPlans, viewStaffPlan],
    refusalAt: 'retailName',
    onDone: onClose,
  });
  const form = useForm<Values>({
    initial: {
      ...labelValues(plan.label),
      ...prepayValues(plan.prepay),
      retailName: plan.retailName,
      retailDescription: plan.retailDescription,
      descriptionInSpanish: plan.descriptionInSpanish ?? '',
      retailPrice: plan.retailPrice.toFixed(2),
      popular: plan.popular,
      includedInSpanish: plan.labelInSpanish?.includedData ?? '',
      additionalInSpanish: plan.labelInSpanish?.additionalData ?? '',
    },
    ...submit,
    check: (values) => {
      const { label: _label, prepay: _prepay, labelInSpanish, ...faults } = submit.check(values);
      const spanish = values.includedInSpanish.trim() ? 'additionalInSpanish' : 'includedInSpanish';
      return {
        ...faults,
        ...prepayFaults(values),
        ...labelFaults(values),
        ...(labelInSpanish && { [spanish]: labelInSpanish }),
      };
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      size="wide"
      submitLabel="Save the draft"
      subtitle="The shop shows what was published, until this is published too."
      title={`Edit ${plan.retailName}`}
    >
      <Field {...form.text('retailName')} autoFocus label="Name" />
      <Field {...form.text('retailPrice')} inputMode="decimal" label="Price in dollars" />
      <PlanPrepayFields form={form} />
      <TextArea {...form.text('retailDescription')} label="Description" rows={4} />
      <TextArea
        {...form.text('descriptionInSpanish')}
        label="Description in Spanish"
        optional
        rows={4}
      />
      <Checkbox
        checked={form.values.popular}
        label="Marked as popular"
        name="popular"
        onChange={(checked) => form.set('popular', checked)}
      />
      <PlanLabelFields form={form} />
    </FormDialog>
  );
}

function labelFaults(values: Values): Record<string, string> {
  if (!hasLabel(values)) return {};
  const label = labelOfValues(values);
  const result = trueLabel.safeParse(label);
  if (result.success) return {};
  const faults = result.error.issues.map(({ path }) => labelFault(path, label));
  return Object.fromEntries(faults.toReversed().map(({ field, message }) => [field, message]));
}
