import {
  changeSettings,
  type SettingName,
  type ShownSettings,
  viewSettings,
} from '@portside/contract/console/settings';
import type { InputOf } from '@portside/contract/endpoint';
import { useSubmit } from '../api/use-submit.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { type FormState, useForm } from '../ui/form.tsx';
import { OpeningFields } from './opening-form.tsx';

interface DialogProps {
  answer: ShownSettings;
  name: SettingName;
  title: string;
  tells: string;
  onClose: () => void;
}

interface Values {
  en: string;
  es: string;
  opening: ShownSettings['settings']['supportHours']['value']['opening'];
  agent: string;
  billing: string;
  admin: string;
  keptDays: string;
  unlockMinutes: string;
}

export function SettingDialog({ answer, name, title, tells, onClose }: DialogProps) {
  const { version, settings } = answer;
  const { supportHours, refundLimits, keptDays, unlockMinutes } = settings;
  const { agent, billing, admin } = refundLimits.value;
  const form = useForm<Values>({
    initial: {
      en: supportHours.value.en,
      es: supportHours.value.es ?? '',
      opening: supportHours.value.opening,
      agent: String(agent),
      billing: String(billing),
      admin: String(admin),
      keptDays: String(keptDays.value),
      unlockMinutes: String(unlockMinutes.value),
    },
    ...useSubmit(changeSettings, {
      input: (values: Values) => ({ ...inputOf(name, values), version }),
      refresh: [viewSettings],
      refusalAt: fieldsOf[name],
      onDone: onClose,
    }),
  });
  return (
    <FormDialog form={form} onClose={onClose} open subtitle={tells} title={title}>
      {name === 'supportHours' && <HoursFields form={form} />}
      {name === 'refundLimits' && (
        <>
          <Field {...form.text('agent')} autoFocus inputMode="decimal" label="Agent" prefix="$" />
          <Field {...form.text('billing')} inputMode="decimal" label="Billing" prefix="$" />
          <Field {...form.text('admin')} inputMode="decimal" label="Admin" prefix="$" />
        </>
      )}
      {name === 'keptDays' && (
        <Field {...form.text('keptDays')} autoFocus inputMode="numeric" label="Days, 1 to 365" />
      )}
      {name === 'unlockMinutes' && (
        <Field
          {...form.text('unlockMinutes')}
          autoFocus
          inputMode="numeric"
          label="Minutes, 1 to 1,440"
        />
      )}
    </FormDialog>
  );
}

/** Where a refusal stands that is of no field. */
const fieldsOf = {
  supportHours: 'en',
  refundLimits: 'agent',
  keptDays: 'keptDays',
  unlockMinutes: 'unlockMinutes',
} as const;

/** What is no number is the server's to refuse. */
const number = (text: string) => (text.trim() === '' ? NaN : Number(text.replaceAll(',', '')));

function inputOf(name: SettingName, values: Values): InputOf<typeof changeSettings> {
  const { en, es, opening, agent, billing, admin } = values;
  switch (name) {
    case 'supportHours':
      return { supportHours: { en, ...(es.trim() && { es }), opening } };
    case 'refundLimits':
      return {
        refundLimits: { agent: number(agent), billing: number(billing), admin: number(admin) },
      };
    case 'keptDays':
      return { keptDays: number(values.keptDays) };
    case 'unlockMinutes':
      return { unlockMinutes: number(values.unlockMinutes) };
  }
}

function HoursFields({ form }: { form: FormState<Values> }) {
  return (
    <>
      <Field {...form.text('en')} autoFocus label="As customers read them, in English" />
      <Field {...form.text('es')} label="In Spanish" />
      <OpeningFields
        errors={form.errors}
        onChange={(opening) => form.set('opening', opening)}
        opening={form.values.opening}
      />
    </>
  );
}
