import { useLingui } from '@lingui/react';
import type { Coverage } from '@portside/contract/coverage';
import type { PlanPrice } from '@portside/contract/plans';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useCall } from '../api/use-call.tsx';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { givenZipCode, useGivenZipCode } from '../api/zip-code.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import type { PlacePrices } from './place-prices.ts';

const loadPrices = () => import('@portside/contract/plans').then((one) => one.listPrices);

interface PriceFormProps {
  prices: PlacePrices | undefined;
  onPrices: (prices: PlacePrices | undefined) => void;
}

export function PriceForm({ prices, onPrices }: PriceFormProps) {
  const { i18n } = useLingui();
  const call = useCall();
  const given = useGivenZipCode();
  /** By a press, not from a remembered ZIP Code. */
  const asked = useRef(false);
  /** What is in the field: an answer about another ZIP Code came too late. */
  const typed = useRef('');
  const { onSubmit } = useLateSubmit(loadPrices, {
    silent: true,
    onDone(answer, { zipCode }) {
      if (typed.current !== zipCode) return;
      onPrices({ ...answer, zipCode });
      givenZipCode.set(zipCode);
    },
    onFailed({ reason }, { zipCode }) {
      if (typed.current !== zipCode) return [];
      onPrices(undefined);
      if (reason === 'no_coverage') givenZipCode.set('');
    },
  });
  const form = useForm({
    initial: { zipCode: '' },
    onSubmit(values, signal) {
      asked.current = true;
      return onSubmit(values, signal);
    },
  });
  const zip = form.text('zipCode');
  useEffect(() => {
    typed.current = zip.value;
    return () => {
      typed.current = '';
    };
  }, [zip.value]);
  const showAgain = useEffectEvent(async () => {
    if (asked.current || form.values.zipCode !== '' || prices) return;
    form.set('zipCode', given);
    typed.current = given;
    const listPrices = await loadPrices();
    // Nobody asked, so a failure is silent.
    const answer = await call(listPrices, { zipCode: given }, { quiet: true });
    if (!asked.current && typed.current === given) onPrices({ ...answer, zipCode: given });
  });
  const answerHome = useEffectEvent(async (question: string) => {
    asked.current = true;
    const zipCode = question.replaceAll(/\D/g, '').slice(0, 5);
    form.set('zipCode', zipCode);
    typed.current = zipCode;
    if (zipCode.length === 5) givenZipCode.set(zipCode);
    const faults = await onSubmit({ zipCode });
    if (faults && faults.length > 0) form.fail(faults);
  });
  // The home page asks as well, perhaps before it is awake: a refusal is said at this field.
  useEffect(() => {
    const question = new URLSearchParams(location.search).get('zipCode');
    if (question !== null) answerHome(question).catch(() => undefined);
  }, []);
  // Remembered in this tab.
  useEffect(() => {
    if (given) showAgain().catch(() => undefined);
  }, [given]);
  return (
    <div onFocus={() => void loadPrices().catch(() => undefined)}>
      <Form form={form} label={i18n.t('What you would pay')}>
        <Field
          {...zip}
          autoComplete="postal-code"
          inputMode="numeric"
          label={i18n.t('ZIP Code')}
          maxLength={5}
          onChange={(value) => {
            const digits = value.replaceAll(/\D/g, '');
            zip.onChange(digits);
            // What was asked about another one is not waited for.
            if (digits !== zip.value) form.stop();
            // Checkout has it, also before the answer is there.
            if (digits.length === 5) givenZipCode.set(digits);
          }}
          suffix={
            <Button className="-me-[12px]" loading={form.loading} type="submit" variant="quiet">
              {i18n.t('Show my price')}
            </Button>
          }
        />
      </Form>
      {/* The answer is as tall as the question. */}
      <div
        aria-live="polite"
        className="mt-2 min-h-22 text-fine text-ink-soft md:min-h-16 desk:min-h-12"
      >
        {prices ? (
          <>
            <CoverageLine coverage={prices.coverage} />
            {i18n.t('With taxes and fees for {zipCode}, {state}.', {
              zipCode: prices.zipCode,
              state: prices.state,
            })}
            {prices.estimated && ` ${i18n.t('The taxes are an estimate.')}`}
          </>
        ) : (
          i18n.t(
            'Shows your coverage, and what you’d pay today and each month, with taxes and fees.',
          )
        )}
      </div>
    </div>
  );
}

function CoverageLine({ coverage: { network, message } }: { coverage: Coverage }) {
  const isKnown = network !== 'unknown';
  return (
    <p className={classes('flex gap-1.5', isKnown && 'font-strong text-good')}>
      <Icon className="mt-[0.1em] shrink-0" name={isKnown ? 'check' : 'information'} size={18} />
      {message}
    </p>
  );
}

/** Keeps its room while empty. */
export function PriceTile({ price }: { price: PlanPrice | undefined }) {
  const { i18n } = useLingui();
  if (!price) return null;
  return (
    <dl className="mt-3 grid grid-cols-2 gap-4 border-y border-dashed py-3">
      <div>
        <dt className="text-fine text-ink-soft">{i18n.t('Today')}</dt>
        <dd>
          <Price amount={price.today} size="title" />
        </dd>
      </div>
      <div>
        <dt className="text-fine text-ink-soft">{i18n.t('Each month')}</dt>
        <dd>
          <Price amount={price.monthly} size="title" />
        </dd>
      </div>
    </dl>
  );
}
