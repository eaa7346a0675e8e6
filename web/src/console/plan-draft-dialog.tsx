import { listStaffPlans, savePlan, viewStaffPlan } from '@portside/contract/console/plans';
import type { OutputOf } from '@portside/contract/endpoint';
import { useSubmit } from '../api/use-submit.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { amountOf } from './money-words.ts';

interface Values {
  retailName: string;
  retailDescription: string;
  descriptionInSpanish: string;
  retailPrice: string;
  popular: boolean;
}

export function PlanDraftDialog(props: {
  plan: OutputOf<typeof viewStaffPlan>['plan'];
  onClose: () => void;
}) {
  const { plan, onClose } = props;
  const { id, version } = plan;
  const form = useForm<Values>({
    initial: {
      retailName: plan.retailName,
      retailDescription: plan.retailDescription,
      descriptionInSpanish: plan.descriptionInSpanish ?? '',
      retailPrice: plan.retailPrice.toFixed(2),
      popular: plan.popular,
    },
    ...useSubmit(savePlan, {
      input: ({ retailPrice, descriptionInSpanish, ...values }: Values) => ({
        ...values,
        id,
        version,
        retailPrice: amountOf(retailPrice),
        ...(descriptionInSpanish.trim() !== '' && { descriptionInSpanish }),
      }),
      refresh: [listStaffPlans, viewStaffPlan],
      refusalAt: 'retailName',
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Save the draft"
      subtitle="The shop shows what was published, until this is published too."
      title={`Edit ${plan.retailName}`}
    >
      <Field {...form.text('retailName')} autoFocus label="Name" />
      <Field {...form.text('retailPrice')} inputMode="decimal" label="Price in dollars" />
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
    </FormDialog>
  );
}
