import type { publishAddOn } from '@portside/contract/console/add-ons';
import type { publishPlan } from '@portside/contract/console/plans';
import type { Endpoint, InputOf } from '@portside/contract/endpoint';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { useShop } from './shop.ts';

/** L10: now, or at a time of the shop's clock. */
export function PublishDialog(props: {
  endpoint: typeof publishPlan | typeof publishAddOn;
  refresh: readonly Endpoint[];
  one: { id: string; version: number; isDraft: boolean };
  name: string;
  tells: string;
  onClose: () => void;
}) {
  const { endpoint, refresh, name, tells, onClose } = props;
  const { id, version, isDraft } = props.one;
  const { timeZone } = useShop();
  const form = useForm({
    initial: { at: '' },
    ...useSubmit(endpoint as typeof publishPlan, {
      input: ({ at }: { at: string }): InputOf<typeof publishPlan> => ({
        id,
        version,
        ...(at && { at }),
      }),
      refresh,
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
      subtitle={tells}
      title={`Publish ${name}?`}
    >
      <Field
        {...form.text('at')}
        hint={`Empty: now. The time is the shop’s: ${timeZone.replaceAll('_', ' ')}.`}
        label="When"
        optional
        readOnly={!isDraft}
        type="datetime-local"
      />
    </FormDialog>
  );
}
