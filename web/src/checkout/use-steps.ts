import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SavedWay } from './saved-draft.ts';
import { type StepName, steps } from './steps.ts';

interface Place {
  readonly step?: number;
  /** Leads back to the review. */
  readonly fromReview?: boolean;
}

/** Or the last reached step before it. */
export const atStep = (name: StepName): Place => ({ step: steps.indexOf(name) });

/**
 * Steps are history entries, so that Back goes one step back. An entry without a step shows the
 * current one; an unreached step shows the last reached. @param limit the furthest step allowed
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
    // Going back to this entry must show this step.
    if (place.step === undefined) show(step, false, true);
  });
  useEffect(() => settleEntry(), []);
  const saveReached = useEffectEvent(saveWay);
  useEffect(() => saveReached({ step: index, furthest }), [index, furthest]);
  return {
    step,
    go: (next: StepName, fromReview = step === 'review') => show(next, fromReview),
    /** After a change from the review, to the step that must be seen again. */
    goOn: (afterChange: StepName) => {
      const next = place.fromReview ? afterChange : (steps[index + 1] ?? 'review');
      setFurthest((now) => Math.max(now, steps.indexOf(next)));
      show(next, place.fromReview === true && next !== 'review');
    },
  };
}
