import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SavedWay } from './saved-draft.ts';
import { type StepName, steps } from './steps.ts';

interface Place {
  readonly step?: number;
  /** Came from the review to change something: leads back to it. */
  readonly fromReview?: boolean;
}

/** For a link from another page: this step, or the last one before it that was reached. */
export const atStep = (name: StepName): Place => ({ step: steps.indexOf(name) });

/**
 * The step stands in the browser's history, so that its Back button goes one step back. Where it
 * says none, as on the way in, it is the one that the customer was at. A step that was not reached
 * yet is the last one that was.
 * @param limit the furthest step that what is known allows
 */
export function useSteps(
  limit: StepName,
  way: SavedWay,
  saveWay: (part: Pick<SavedWay, 'step' | 'furthest'>) => void,
) {
  const navigate = useNavigate();
  const place = (useLocation().state ?? {}) as Place;
  const [arrivedAt] = useState(way.step);
  const [furthest, setFurthest] = useState(way.furthest);
  const reached = Math.min(furthest, steps.indexOf(limit));
  const index = Math.min(place.step ?? arrivedAt, reached);
  const step = steps[index] ?? 'number';
  function show(next: StepName, fromReview: boolean, replace = false) {
    const state: Place = { step: steps.indexOf(next), fromReview };
    void navigate('/cart/checkout', { state, preventScrollReset: true, replace });
  }
  const settleEntry = useEffectEvent(() => {
    // Back to this entry is back to this step, however far it goes from here.
    if (place.step === undefined) show(step, false, true);
  });
  useEffect(() => settleEntry(), []);
  const saveReached = useEffectEvent(saveWay);
  useEffect(() => saveReached({ step: index, furthest }), [index, furthest]);
  return {
    step,
    go: (next: StepName, fromReview = step === 'review') => show(next, fromReview),
    /** To the next step; after a change from the review, to the step that must be seen again. */
    goOn: (afterChange: StepName) => {
      const next = place.fromReview ? afterChange : (steps[index + 1] ?? 'review');
      setFurthest((now) => Math.max(now, steps.indexOf(next)));
      show(next, place.fromReview === true && next !== 'review');
    },
  };
}
