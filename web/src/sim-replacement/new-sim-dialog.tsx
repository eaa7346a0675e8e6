import { useLingui } from '@lingui/react';
import { iccidWarning } from '@portside/contract/fields';
import { phone } from '@portside/contract/phone';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { replaceSim } from '@portside/contract/sim-replacement';
import { useState } from 'react';
import { useCan } from '../api/page.tsx';
import { typedField } from '../api/typed-field.ts';
import { useSubmit } from '../api/use-submit.ts';
import { PlacePanel } from '../checkout/place-panel.tsx';
import { FaultLine } from '../ui/field-frame.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';

interface NewSimDialogProps {
  line: LineDetail;
  open: boolean;
  onClose: () => void;
  onFinished: () => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

const kinds = ['esim', 'card', 'mail'] as const;
type Kind = (typeof kinds)[number];

/** What happens first, then which SIM (K14). */
export function NewSimDialog(props: NewSimDialogProps) {
  const { line, open, onClose, onFinished, finalFocus } = props;
  const { i18n } = useLingui();
  const [refused, setRefused] = useState<string>();
  const can = useCan();
  const offered = kinds.filter(
    (kind) => kind === 'card' || can.has(kind === 'mail' ? 'mailSim' : 'esim'),
  );
  const home = line.emergencyAddress;
  const form = useForm<Values>({
    initial: {
      kind: offered[0] ?? 'card',
      iccid: '',
      addressOne: home
        ? [home.streetNumber, home.streetDirection, home.streetName].filter(Boolean).join(' ')
        : '',
      addressTwo: home?.streetUnit ?? '',
      city: home?.city ?? '',
      state: home?.state ?? '',
      zipCode: home?.zipCode ?? '',
    },
    ...useSubmit(replaceSim, {
      refresh: [viewLine],
      shown: 'refusals',
      onDone: onFinished,
      // Others are at their field, or have been reported.
      onFailed: ({ message, reason, errors }) =>
        setRefused(
          reason && reason !== 'proof_required' && errors.length === 0 ? message : undefined,
        ),
      input: ({ kind, iccid, ...address }: Values) => ({
        id: line.id,
        simType: kind === 'esim' ? ('esim' as const) : ('physical' as const),
        ...(kind === 'card' && { iccid }),
        ...(kind === 'mail' && { shipping: address }),
      }),
    }),
  });
  const field = typedField(form);
  const words: Record<Kind, { label: string; detail: string }> = {
    esim: {
      label: i18n.t('New eSIM'),
      detail: i18n.t('For another phone, or this one. Set it up with a QR code. Free.'),
    },
    card: {
      label: i18n.t('SIM card I have'),
      detail: i18n.t('Enter the number printed on it.'),
    },
    mail: {
      label: i18n.t('Mail me a SIM card'),
      detail: i18n.t('The SIM you have works until the card is in your phone. Free.'),
    },
  };
  return (
    <FormDialog
      above={<FirstThings isByMail={form.values.kind === 'mail'} />}
      finalFocus={finalFocus}
      form={form}
      onClose={onClose}
      open={open}
      submitLabel={i18n.t('Change the SIM')}
      subtitle={phone(line.mdn)}
      title={i18n.t('Get a new SIM')}
    >
      <div role="alert">{refused && <FaultLine>{refused}</FaultLine>}</div>
      <RadioCards
        cards={offered.map((value) => ({ value, ...words[value] }))}
        legend={i18n.t('Which SIM?')}
        name="kind"
        onChange={(value) => {
          setRefused(undefined);
          form.set('kind', kinds.find((one) => one === value) ?? 'esim');
        }}
        value={form.values.kind}
      />
      {form.values.kind === 'card' && (
        <div>
          <Field
            {...field('iccid')}
            autoComplete="off"
            clearable
            hint={i18n.t('ICCID: 18 to 22 digits that begin with 89.')}
            inputMode="numeric"
            label={i18n.t('SIM card number')}
            spellCheck={false}
          />
          <p aria-live="polite" className="mt-2 text-fine text-ink-soft empty:hidden">
            {i18n._(iccidWarning(form.values.iccid) ?? '')}
          </p>
        </div>
      )}
      {form.values.kind === 'mail' && (
        <fieldset className="flex flex-col gap-6">
          <legend className="mb-4 font-strong">{i18n.t('Where do we send it?')}</legend>
          <Field
            {...field('addressOne')}
            autoComplete="shipping address-line1"
            label={i18n.t('Address')}
          />
          <Field
            {...field('addressTwo')}
            autoComplete="shipping address-line2"
            label={i18n.t('Apartment, suite or unit')}
            optional
          />
          <PlacePanel field={field} section="shipping" />
        </fieldset>
      )}
    </FormDialog>
  );
}

interface Values {
  kind: Kind;
  iccid: string;
  addressOne: string;
  addressTwo: string;
  city: string;
  state: string;
  zipCode: string;
}

function FirstThings({ isByMail }: { isByMail: boolean }) {
  const { i18n } = useLingui();
  const steps = [
    i18n.t('We email you first, so nobody can do this without you knowing.'),
    ...(isByMail
      ? [
          i18n.t('We mail the card. You can stop the change until you activate it.'),
          i18n.t('Your number moves to the card when you activate it, and the old SIM stops.'),
        ]
      : [
          i18n.t('The change starts a few minutes later. Until then you can stop it.'),
          i18n.t(
            'Your number moves to the new SIM, and the old one stops. Then you set up the new one.',
          ),
        ]),
  ];
  return (
    <section className="mb-6">
      <h3 className="mb-2 font-strong">{i18n.t('What happens')}</h3>
      <ol className="grid list-decimal gap-1.5 ps-5 marker:text-ink-soft">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
