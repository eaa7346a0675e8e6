import { useLingui } from '@lingui/react';
import type { ReactNode, Ref } from 'react';
import { Stepper } from '../ui/stepper.tsx';
import { type StepName, steps } from './steps.ts';

interface AroundStepsPanelProps {
  step: StepName;
  /** Of several lines (P03): the one that is shown, 0 for the first. */
  line?: number | undefined;
  lines?: number | undefined;
  onSelect?: ((step: StepName) => void) | undefined;
  summary: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

/** What stays around the steps. */
export function AroundStepsPanel(props: AroundStepsPanelProps) {
  const { step, line = 0, lines = 1, onSelect, summary, children, below } = props;
  const { i18n } = useLingui();
  // One item for all lines: on a phone there is no room for more.
  const numbers =
    step === 'phone'
      ? i18n.t('Line {at} of {count}', { at: line + 1, count: lines })
      : i18n.t('Numbers');
  const labels: Record<StepName, string> = {
    who: i18n.t('Address'),
    phone: lines > 1 ? numbers : i18n.t('Number'),
    pay: i18n.t('Payment'),
  };
  return (
    <div className="page py-5 md:py-14">
      {/* On a phone the header says it, and the step comes first. */}
      <h1 className="text-display max-md:sr-only">{i18n.t('Checkout')}</h1>
      <Stepper
        className="md:mt-9"
        current={steps.indexOf(step)}
        label={i18n.t('Steps of checkout')}
        onSelect={onSelect && ((index) => onSelect(steps[index] ?? 'who'))}
        steps={steps.map((name) => labels[name])}
      />
      <div className="mt-4 flex flex-col gap-6 md:mt-10 md:grid md:grid-cols-[minmax(0,1fr)_minmax(17rem,22rem)] md:gap-x-14 desk:gap-x-20">
        {summary}
        {children}
      </div>
      {below}
    </div>
  );
}

interface StepSectionProps {
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

export function StepSection({ title, heading, children }: StepSectionProps) {
  return (
    <section
      aria-labelledby="step"
      // Below the bar at the top of phones.
      className="min-w-0 max-md:[&_:is(input,button,h2)]:scroll-mt-20 md:[&_h2]:scroll-mt-6"
    >
      <h2 className="mb-6 text-heading" id="step" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
