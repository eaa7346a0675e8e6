import { useLingui } from '@lingui/react';
import type { Coverage } from '@portside/contract/coverage';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useHref } from 'react-router';
import { useLateSubmit } from '../api/use-late-submit.ts';
import { givenZipCode } from '../api/zip-code.ts';
import { Button } from '../ui/button.tsx';
import { FieldFrame } from '../ui/field-frame.tsx';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';

const loadCoverage = () => import('@portside/contract/coverage').then((one) => one.viewCoverage);

interface Answer {
  readonly zipCode: string;
  readonly coverage: Coverage;
}

/**
 * An uncontrolled field: this part hydrates late and reads what was typed. Without scripts the shop
 * answers.
 */
export function CoverageForm() {
  const { i18n } = useLingui();
  const id = useId();
  const shop = useHref('/shop');
  const field = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const [answer, setAnswer] = useState<Answer>();

  function refuse(message: string) {
    setFault(message);
    field.current?.focus();
  }

  const { onSubmit: ask } = useLateSubmit(loadCoverage, {
    silent: true,
    onDone(coverage, { zipCode }) {
      if (coverage.network === 'none') return refuse(coverage.message);
      givenZipCode.set(zipCode);
      setAnswer({ zipCode, coverage });
    },
  });

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (asking) return;
    setAsking(true);
    setFault(undefined);
    setAnswer(undefined);
    try {
      const faults = await ask({ zipCode: field.current?.value.trim() ?? '' });
      if (faults?.[0]) refuse(faults[0].message);
    } finally {
      setAsking(false);
    }
  }

  return (
    <form
      action={shop}
      aria-label={i18n.t('Check your coverage')}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <FieldFrame error={fault} id={id} label={i18n.t('ZIP Code')}>
        <div className="control flex items-center" data-invalid={fault ? true : undefined}>
          <input
            aria-describedby={fault && `${id}-error`}
            aria-invalid={fault ? true : undefined}
            autoComplete="postal-code"
            className="min-h-[52px] w-full min-w-0 flex-1 bg-transparent px-4 text-body shadow-none! outline-none!"
            id={id}
            inputMode="numeric"
            maxLength={5}
            name="zipCode"
            ref={field}
          />
          <Button className="me-1 whitespace-nowrap" loading={asking} type="submit" variant="quiet">
            {i18n.t('Check')}
          </Button>
        </div>
      </FieldFrame>
      <div aria-live="polite" className="mt-2 min-h-12 text-fine">
        {answer ? (
          <Told {...answer} />
        ) : (
          <p className="text-ink-soft">{i18n.t('You also see what you pay there.')}</p>
        )}
      </div>
    </form>
  );
}

function Told({ zipCode, coverage: { network, message } }: Answer) {
  const { i18n } = useLingui();
  const isKnown = network !== 'unknown';
  return (
    <>
      <p className={isKnown ? 'flex gap-1.5 font-strong text-good' : 'flex gap-1.5'}>
        <Icon className="mt-[0.1em]" name={isKnown ? 'check' : 'information'} size={18} />
        {message}
      </p>
      <TextLink className="inline-flex min-h-6 items-center" to="/shop">
        {i18n.t('See what you pay in {zipCode}', { zipCode })}
      </TextLink>
    </>
  );
}
