import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type StepName, steps } from './steps.ts';

interface Place {
  readonly step?: number;
  /** Came from the review to change something: leads back to it. */
  readonly fromReview?: boolean;
}

/**
 * The step stands in the browser's history, so that its Back button goes one step back. A step
 * that was not reached yet, as after a reload, is the last one that was.
 * @param limit the furthest step that what is known allows
 */
export function useSteps(limit: StepName) {
  const navigate = useNavigate();
  const place = (useLocation().state ?? {}) as Place;
  const [furthest, setFurthest] = useState(0);
  const reached = Math.min(furthest, steps.indexOf(limit));
  const index = Math.min(place.step ?? 0, reached);
  const step = steps[index] ?? 'number';
  function show(next: StepName, fromReview: boolean) {
    const state: Place = { step: steps.indexOf(next), fromReview };
    void navigate('/cart/checkout', { state, preventScrollReset: true });
  }
  return {
    step,
    go: (next: StepName) => show(next, step === 'review'),
    /** To the next step; after a change from the review, to the step that must be seen again. */
    goOn: (afterChange: StepName) => {
      const next = place.fromReview ? afterChange : (steps[index + 1] ?? 'review');
      setFurthest((now) => Math.max(now, steps.indexOf(next)));
      show(next, place.fromReview === true && next !== 'review');
    },
  };
}
