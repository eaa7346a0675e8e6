import {
  addPromo,
  changePromo,
  type ConsolePromo,
  listPromos,
} from '@portside/contract/console/promos';
import { useSubmit } from '../api/use-submit.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type FormState, useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';

interface Limits {
  mostUses: string;
  mostEach: string;
  from: string;
  until: string;
}

interface Added extends Limits {
  code: string;
  kind: 'percentOff' | 'amountOff';
  percentOff: string;
  amountOff: string;
  everyPeriod: string;
}

const kinds = [
  { value: 'percentOff', label: 'Percent' },
  { value: 'amountOff', label: 'An amount in dollars' },
];
const periods = [
  { value: 'first', label: 'The first payment' },
  { value: 'every', label: 'Each payment of the line' },
];

const nothingYet: Added = {
  code: '',
  kind: 'percentOff',
  percentOff: '',
  amountOff: '',
  everyPeriod: 'first',
  mostUses: '',
  mostEach: '1',
  from: '',
  until: '',
};

/** What is empty has no limit. */
const limitsOf = ({ mostUses, mostEach, from, until }: Limits) => ({
  ...(mostUses.trim() !== '' && { mostUses: Number(mostUses) }),
  ...(mostEach.trim() !== '' && { mostEach: Number(mostEach) }),
  ...(from !== '' && { from }),
  ...(until !== '' && { until }),
});

export function AddPromoDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<Added>({
    initial: nothingYet,
    ...useSubmit(addPromo, {
      input: ({ code, kind, everyPeriod, ...values }: Added) => ({
        code,
        [kind]: values[kind].trim() === '' ? Number.NaN : Number(values[kind]),
        everyPeriod: everyPeriod === 'every',
        ...limitsOf(values),
      }),
      refresh: [listPromos],
      onDone: onClose,
    }),
  });
  const { kind } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Add it"
      subtitle="What it takes off cannot be changed later: customers were told it. It can be ended at any time."
      title="Add a promo code"
    >
      <Field {...form.text('code')} autoCapitalize="characters" autoFocus label="Code" />
      <Select
        label="It takes off"
        name="kind"
        onChange={(value) => form.set('kind', value as Added['kind'])}
        options={kinds}
        value={kind}
      />
      <Field
        {...form.text(kind)}
        inputMode="decimal"
        key={kind}
        label={kind === 'percentOff' ? 'Percent of the plan' : 'Dollars, at most the plan’s price'}
      />
      <Select
        hint="A line that has it for each payment keeps it, also when the code ends."
        label="Of"
        name="everyPeriod"
        onChange={(value) => form.set('everyPeriod', value)}
        options={periods}
        value={form.values.everyPeriod}
      />
      <LimitFields form={form} />
    </FormDialog>
  );
}

interface Changed extends Limits {
  ended: boolean;
}

export function ChangePromoDialog(props: { promo: ConsolePromo; onClose: () => void }) {
  const { promo, onClose } = props;
  const { id, version, fromFile } = promo;
  const form = useForm<Changed>({
    initial: {
      mostUses: String(promo.mostUses ?? ''),
      mostEach: String(promo.mostEach ?? ''),
      from: promo.from ?? '',
      until: promo.until ?? '',
      ended: promo.state === 'ended',
    },
    ...useSubmit(changePromo, {
      input: ({ ended, ...limits }: Changed) => ({ id, version, ended, ...limitsOf(limits) }),
      refresh: [listPromos],
      refusalAt: 'ended',
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Save"
      subtitle={
        fromFile
          ? 'It is as the brand’s file has it. Once it is saved here, the file does not change it any more.'
          : undefined
      }
      title={`Change ${promo.code}`}
    >
      <LimitFields form={form} />
      <Checkbox
        checked={form.values.ended}
        error={form.errors.ended}
        hint={
          promo.everyPeriod
            ? 'Nobody can use it any more. Lines that have it keep it.'
            : 'Nobody can use it any more. A price that was quoted stands for half an hour.'
        }
        label="Ended"
        name="ended"
        onChange={(checked) => form.set('ended', checked)}
      />
    </FormDialog>
  );
}

function LimitFields<Values extends Limits>({ form }: { form: FormState<Values> }) {
  return (
    <>
      <Field {...form.text('mostUses')} inputMode="numeric" label="How often in all" optional />
      <Field
        {...form.text('mostEach')}
        inputMode="numeric"
        label="How often for one customer"
        optional
      />
      <Field {...form.text('from')} label="First day" optional type="date" />
      <Field {...form.text('until')} label="Last day" optional type="date" />
    </>
  );
}
