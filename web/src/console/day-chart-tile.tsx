import { classes } from '../ui/classes.ts';

export interface ChartDay {
  readonly on: string;
  /** In the order of the series. */
  readonly values: readonly (number | null)[];
  /** What a pointer that rests there is told. */
  readonly words: string;
  /** Not over yet. */
  readonly isOpen: boolean;
}

interface DayChartProps {
  days: readonly ChartDay[];
  /** All that a screen reader gets of the picture; the table has the rest. */
  label: string;
  isStacked?: boolean | undefined;
}

const HEIGHT = 100;
const STEP = 12;
const ROOM = 2;

/** Told apart without colors: full, hollow, dark, gray, and red at last. */
export const seriesLooks = [
  'fill-action stroke-action forced-colors:fill-[Highlight]',
  'fill-surface stroke-ink forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
  'fill-ink stroke-ink forced-colors:fill-[CanvasText]',
  'fill-edge stroke-edge forced-colors:fill-[GrayText]',
  'fill-fail stroke-fail forced-colors:fill-[Mark]',
] as const;

export const mostOf = (days: readonly ChartDay[], isStacked?: boolean): number =>
  Math.max(
    0,
    ...days.map(({ values }) =>
      isStacked
        ? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
        : Math.max(0, ...values.map((value) => value ?? 0)),
    ),
  );

/** Bars by day (docs/decisions/0956). */
export function DayChart({ days, label, isStacked }: DayChartProps) {
  const most = mostOf(days, isStacked) || 1;
  const width = days.length * STEP;
  return (
    <svg
      aria-label={label}
      className="h-28 w-full"
      preserveAspectRatio="none"
      role="img"
      viewBox={`0 0 ${width} ${HEIGHT}`}
    >
      <rect className="fill-line" height={0.5} width={width} x={0} y={0} />
      {days.map((day, at) => (
        <g className={classes(day.isOpen && 'opacity-60')} key={day.on}>
          <title>{day.words}</title>
          <rect fill="transparent" height={HEIGHT} width={STEP} x={at * STEP} y={0} />
          <DayBars at={at} day={day} isStacked={isStacked} most={most} />
        </g>
      ))}
      <rect className="fill-edge" height={0.5} width={width} x={0} y={HEIGHT - 0.5} />
    </svg>
  );
}

function DayBars(props: {
  day: ChartDay;
  at: number;
  most: number;
  isStacked?: boolean | undefined;
}) {
  const { day, at, most, isStacked } = props;
  const room = STEP - 2 * ROOM;
  const width = isStacked ? room : room / day.values.length;
  let top = HEIGHT;
  return day.values.map((value, place) => {
    if (!value) return null;
    // A little is seen as a little, not as nothing.
    const height = Math.max(2, (value / most) * (HEIGHT - 2));
    const y = isStacked ? top - height : HEIGHT - height;
    top = y;
    return (
      <rect
        className={seriesLooks[place % seriesLooks.length]}
        height={height}
        key={seriesLooks[place]}
        vectorEffect="non-scaling-stroke"
        width={width}
        x={at * STEP + ROOM + (isStacked ? 0 : place * width)}
        y={y}
      />
    );
  });
}
