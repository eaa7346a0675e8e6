import { type Comparison, total } from './side-by-side.ts';

/** One line of the table. */
export interface Finding {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly least?: number;
  readonly most?: number;
  /** The rounds that `value` is the middle of. */
  readonly rounds?: readonly number[];
  /**
   * Compared with bench/baseline.json by the quick form: more is better, and it depends little on
   * the machine.
   */
  readonly ratio?: number;
  readonly note?: string;
}

/** Without a bar there is nothing to miss. */
export function isMet({ value, least, most }: Finding): boolean | undefined {
  if (least === undefined && most === undefined) return undefined;
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

/** A comparison as a line: the ratio of CPU times, with what it is made of. */
export function asFinding(
  id: string,
  what: string,
  { ours, theirs, ratio, ratios }: Comparison,
  least?: number,
): Finding {
  const cpu = (cost: typeof ours) =>
    cost.database === 0
      ? `${total(cost).toFixed(3)} ms`
      : `${total(cost).toFixed(3)} ms (PostgreSQL ${cost.database.toFixed(3)})`;
  const rate = (cost: typeof ours) => `${Math.round(cost.perSecond)}/s`;
  return {
    id,
    what,
    value: ratio,
    ratio,
    unit: 'of bare',
    rounds: ratios,
    ...(least !== undefined && { least }),
    note: `${cpu(ours)} beside ${cpu(theirs)}; ${rate(ours)} beside ${rate(theirs)}`,
  };
}

/** `0.62`, `150`, `10.3`: as many digits as tell something. */
export function shortly(value: number): string {
  if (Math.abs(value) >= 100 || Number.isInteger(value)) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

export function barOf({ least, most }: Finding): string {
  if (least !== undefined) return `≥ ${least}`;
  return most === undefined ? '' : `≤ ${most}`;
}

export function spreadOf({ rounds = [] }: Finding): string {
  if (rounds.length < 2) return '';
  return `${shortly(Math.min(...rounds))} to ${shortly(Math.max(...rounds))}`;
}

export function verdictOf(finding: Finding): string {
  const met = isMet(finding);
  return met === undefined ? '' : met ? 'met' : '**missed**';
}
