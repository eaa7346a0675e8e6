import * as calls from '@portside/contract/console/plans';
import type { OutputOf } from '@portside/contract/endpoint';
import { money } from '@portside/contract/formats';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { useShop } from './shop.ts';

/** L10: now, or at a time of the shop's clock. */
export function PlanPublishDialog(props: {
  plan: OutputOf<typeof calls.viewStaffPlan>['plan'];
  onClose: () => void;
}) {
  const { plan, onClose } = props;
  const { timeZone } = useShop();
  const { id, version } = plan;
  const form = useForm({
    initial: { at: '' },
    ...useSubmit(calls.publishPlan, {
      input: ({ at }: { at: string }) => ({ id, version, ...(at && { at }) }),
      refresh: [calls.listStaffPlans, calls.viewStaffPlan],
      refusalAt: 'at',
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel={form.values.at ? 'Publish then' : 'Publish now'}
      subtitle={`The shop sells it for ${money(plan.retailPrice)} from then on. If the price rises, lines that have the plan are told, and pay it in 30 days at the earliest.`}
      title={`Publish ${plan.retailName}?`}
    >
      <Field
        {...form.text('at')}
        hint={`Empty: now. The time is the shop’s: ${timeZone.replaceAll('_', ' ')}.`}
        label="When"
        optional
        readOnly={!plan.isDraft}
        type="datetime-local"
      />
    </FormDialog>
  );
}
