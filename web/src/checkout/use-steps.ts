import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SavedWay } from './saved-draft.ts';
import { type StepName, steps } from './steps.ts';

interface Place {
  /** Another tab's old entry may name a step that is no more. */
  readonly step?: StepName;
  /** Leads back to paying. */
  readonly fromPay?: boolean;
}

/** Or the last reached step before it. */
export const atStep = (step: StepName): Place => ({ step });

/**
 * Steps are history entries, so that Back goes one step back. An entry without a step shows the
 * current one; an unreached step shows the last reached. @param limit the furthest step allowed
 */
export function useSteps(
  limit: StepName,
  way: SavedWay,
  saveWay: (part: Pick<SavedWay, 'shown' | 'reached'>) => void,
) {
  const navigate = useNavigate();
  const place = (useLocation().state ?? {}) as Place;
  const [arrivedAt] = useState(way.shown);
  const [reached, setReached] = useState(way.reached);
  const asked = place.step && steps.includes(place.step) ? place.step : undefined;
  const last = Math.min(steps.indexOf(reached), steps.indexOf(limit));
  const step = steps[Math.min(steps.indexOf(asked ?? arrivedAt), last)] ?? 'who';
  function show(next: StepName, fromPay: boolean, replace = false) {
    const state: Place = { step: next, fromPay };
    void navigate('/cart/checkout', { state, preventScrollReset: true, replace });
  }
  const settleEntry = useEffectEvent(() => {
    // Going back to this entry must show this step.
    if (asked === undefined) show(step, false, true);
  });
  useEffect(() => settleEntry(), []);
  const saveReached = useEffectEvent(saveWay);
  useEffect(() => saveReached({ shown: step, reached }), [step, reached]);
  return {
    step,
    go: (next: StepName, fromPay = step === 'pay') => show(next, fromPay),
    /** After a change made on the way to paying, to the step that must be seen again. */
    goOn: (afterChange: StepName) => {
      const next = place.fromPay ? afterChange : (steps[steps.indexOf(step) + 1] ?? 'pay');
      setReached((now) => (steps.indexOf(now) < steps.indexOf(next) ? next : now));
      show(next, place.fromPay === true && next !== 'pay');
    },
  };
}
