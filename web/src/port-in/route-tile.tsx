import { classes } from '../ui/classes.ts';
import type { Stop } from './route.ts';

/** Where the buoys lie: the route bends around shallows, as routes do. */
const marks = [
  [46, 92],
  [196, 44],
  [358, 88],
  [520, 38],
  [676, 78],
] as const;
const route = 'M46 92C96 92 140 44 196 44S300 88 358 88 466 38 520 38 620 78 676 78';
/** How much of the route lies behind each mark; the curve's length is 1. */
const sailed = [0, 0.25, 0.505, 0.77, 1] as const;

/**
 * The route of a number on a chart: coasts left and right, depths, buoys by the way, and the boat
 * where the number is. The words stand in the list beside it, so this is a picture only.
 */
export function RouteTile({ stops, className }: { stops: readonly Stop[]; className?: string }) {
  const reached = stops.findIndex(({ state }) => state !== 'done');
  const at = reached < 0 ? marks.length - 1 : reached;
  const [x, y] = marks[at] ?? marks[0];
  return (
    <svg
      aria-hidden="true"
      className={classes('aspect-[720/136] w-full bg-fog', className)}
      viewBox="0 0 720 136"
    >
      <g className="fill-none stroke-edge" opacity="0.35" strokeWidth="1">
        <path d="M0 34h720M0 102h720M120 0v136M360 0v136M600 0v136" />
      </g>
      {/* Coasts: the old carrier's left, ours right. */}
      <path
        className="fill-mark-soft stroke-edge"
        d="M0 0h40l-8 20 10 22-16 24 8 26-14 22 6 22H0z"
      />
      <path
        className="fill-mark-soft stroke-edge"
        d="M720 0h-22l-8 24 14 20-12 24 10 30-18 20 8 18h28z"
      />
      {/* Shallows. */}
      <g className="fill-action-soft stroke-edge" strokeDasharray="2 4">
        <path d="M232 108c14-16 52-18 66-4s-4 26-30 26-50-8-36-22z" />
        <path d="M402 18c16-12 44-10 52 2s-10 20-28 20-40-10-24-22z" />
      </g>
      <g className="fill-ink-soft text-[11px] italic" fontFamily="inherit">
        <text x="258" y="124">
          2
        </text>
        <text x="424" y="32">
          3
        </text>
        <text x="150" y="112">
          14
        </text>
        <text x="300" y="34">
          11
        </text>
        <text x="470" y="108">
          17
        </text>
        <text x="620" y="28">
          9
        </text>
      </g>
      <path
        className="fill-none stroke-edge"
        d={route}
        strokeDasharray="3 7"
        strokeLinecap="round"
        strokeWidth="2"
      />
      <path
        className="fill-none stroke-action transition-[stroke-dashoffset] duration-(--motion)"
        d={route}
        pathLength="1"
        strokeDasharray="1"
        strokeDashoffset={1 - (sailed[at] ?? 0)}
        strokeWidth="3"
      />
      {stops.map((stop, index) => {
        const [cx, cy] = marks[index] ?? marks[0];
        return <Buoy key={stop.name} state={stop.state} x={cx} y={cy} />;
      })}
      {stops[at]?.state === 'here' && <Boat x={x} y={y} />}
    </svg>
  );
}

/** A buoy rides on the water line at its foot; what it says is in its shape too. */
function Buoy({ state, x, y }: { state: Stop['state']; x: number; y: number }) {
  if (state === 'here') {
    return <circle className="fill-ground stroke-ink" cx={x} cy={y} r="6" strokeWidth="2" />;
  }
  if (state === 'trouble') {
    return (
      <g transform={`translate(${x} ${y})`}>
        <path className="fill-fail stroke-surface" d="M0-15L15 0 0 15-15 0z" strokeWidth="2" />
        <path className="fill-none stroke-on-fail" d="M0-7V2M0 5v3" strokeWidth="3" />
      </g>
    );
  }
  const done = state === 'done';
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className={classes(done ? 'fill-action stroke-action' : 'fill-ground stroke-edge')}
        d="M-8 4h16l-5-18h-6z"
        strokeWidth="1.5"
      />
      <path className={done ? 'stroke-on-action' : 'stroke-edge'} d="M-5.5-4h11" strokeWidth="3" />
      <path className="fill-none stroke-edge" d="M-14 5c5-3 9 3 14 0s9 3 14 0" strokeWidth="1.5" />
    </g>
  );
}

function Boat({ x, y }: { x: number; y: number }) {
  return (
    <g className="animate-arrive" transform={`translate(${x} ${y - 12})`}>
      <path className="fill-mark stroke-ink" d="M-1-26v22h-17c9-4 14-12 17-22z" strokeWidth="1.5" />
      <path className="fill-surface stroke-ink" d="M3-22C9-16 13-10 14-4H3z" strokeWidth="1.5" />
      <path className="fill-ink" d="M-20 0h40c-3 8-8 10-14 10h-14c-7 0-10-4-12-10z" />
    </g>
  );
}
