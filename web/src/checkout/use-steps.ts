import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SavedWay } from './saved-draft.ts';
import { type StepName, steps, type Stop, stopsOf } from './steps.ts';

interface Place {
  /** Another tab's old entry may name a step that is no more. */
  readonly step?: StepName;
  /** Of several lines: a further one, perhaps gone meanwhile. */
  readonly line?: string | undefined;
  /** Leads back to paying. */
  readonly fromPay?: boolean;
}

/** Or the last reached step before it. */
export const atStep = (step: StepName): Place => ({ step });

const pay: Stop = { step: 'pay' };

/**
 * Screens are history entries, so that Back goes one back. An entry without a step shows the
 * current one; what is not reached shows the last reached. @param lines their keys, in order
 * @param lacking those that must be seen before anything after them
 */
export function useSteps(
  lines: readonly string[],
  lacking: readonly string[],
  way: SavedWay,
  saveWay: (part: Pick<SavedWay, 'shown' | 'reached' | 'line' | 'passed'>) => void,
) {
  const navigate = useNavigate();
  const place = (useLocation().state ?? {}) as Place;
  const [arrivedAt] = useState<Place>({ step: way.shown, line: way.line });
  const [kept, setKept] = useState({ reached: way.reached, passed: way.passed });
  const { reached, passed } = kept;
  const isOne = lines.length === 1;
  const stops = stopsOf(lines);

  /** With one line there is no list. */
  const wasPassed = (line: string) =>
    passed ? passed.includes(line) : reached === 'pay' && line === lines[0];
  const isPassed = (line: string) => wasPassed(line) && !lacking.includes(line);
  const isBehind = ({ step, line }: Stop) =>
    line === undefined ? step === 'who' && reached !== 'who' : reached !== 'who' && isPassed(line);
  const last = stops.findIndex((one) => !isBehind(one));

  function indexOf({ step, line = lines[0] }: Place): number | undefined {
    if (!step || !steps.includes(step)) return undefined;
    const at = stops.findIndex((one) => one.step === step && (one.line ?? line) === line);
    // The line is gone.
    return at < 0 ? last : at;
  }
  const asked = indexOf(place);
  const wanted = asked ?? indexOf(arrivedAt) ?? 0;
  const at = Math.min(wanted, last);
  const stop = stops[at] ?? { step: 'who' };
  const isHeldUp = stops[wanted]?.step === 'pay' && stop.step === 'phone';
  const fromPay = place.fromPay === true || isHeldUp;
  const further = stop.line === lines[0] ? undefined : stop.line;

  function show(next: Stop, leadsBack: boolean, replace = false) {
    const line = next.line === lines[0] ? undefined : next.line;
    const state: Place = { step: next.step, ...(line && { line }), fromPay: leadsBack };
    void navigate('/cart/checkout', { state, preventScrollReset: true, replace });
  }
  /** That this screen was gone through. @param again lines that must be seen again */
  function pass(again: readonly string[], next: StepName) {
    const done = lines.filter((line) => line === stop.line || wasPassed(line));
    const left = done.filter((line) => isOne || !again.includes(line));
    const furthest = steps.indexOf(reached) < steps.indexOf(next) ? next : reached;
    const several = left.length === lines.length ? 'pay' : 'phone';
    setKept({
      reached: isOne ? furthest : several,
      passed: isOne && !passed ? undefined : left,
    });
  }
  /** @param again lines that must be seen (again) on the way to paying */
  function goOn(again: readonly string[]) {
    const left = isOne
      ? again
      : lines.filter((one) => again.includes(one) || !(one === stop.line || isPassed(one)));
    const toSee = stops.find(({ line }) => line !== undefined && line === left[0]);
    const next = (fromPay ? toSee : stops[at + 1]) ?? pay;
    pass(again, next.step);
    show(next, fromPay && next.step !== 'pay');
  }
  /** A change here is seen at the address, and by these lines, before paying. */
  function startAgain(again: readonly string[]) {
    pass(again, 'who');
    show({ step: 'who' }, true);
  }
  const settleEntry = useEffectEvent(() => {
    // Going back to this entry must show this screen.
    if (asked === undefined) show(stop, isHeldUp && !isOne, true);
  });
  useEffect(() => settleEntry(), []);
  const saveReached = useEffectEvent(saveWay);
  useEffect(
    () => saveReached({ shown: stop.step, line: further, reached, passed }),
    [stop.step, further, reached, passed],
  );
  return {
    stop,
    stops,
    back: stops[at - 1],
    /** Undefined: of the first line, or of none. */
    further,
    wasPassed,
    go: (next: Stop, leadsBack = stop.step === 'pay') => show(next, leadsBack),
    goOn,
    startAgain,
  };
}
