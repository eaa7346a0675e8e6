import { BrandPicture } from '../api/brand-picture.tsx';
import { classes } from '../ui/classes.ts';
import { StopMark } from '../ui/timeline.tsx';
import type { Stop } from './route.ts';

/** Stops on the brand's picture (docs/brand.md). */
const marks = [
  [46, 92],
  [196, 44],
  [358, 88],
  [520, 38],
  [676, 78],
] as const;
/** The traveler's places, in hundredths of 720 × 136. */
const places = [
  'left-[6.39%] top-[61.8%]',
  'left-[27.2%] top-[26.5%]',
  'left-[49.7%] top-[58.8%]',
  'left-[72.2%] top-[22%]',
  'left-[93.9%] top-[51.5%]',
] as const;
const route = 'M46 92C96 92 140 44 196 44S300 88 358 88 466 38 520 38 620 78 676 78';
/** Share of the curve before each stop. */
const passed = [0, 0.25, 0.505, 0.77, 1] as const;

/** A picture only; the list next to it has the words. */
export function RouteTile({ stops, className }: { stops: readonly Stop[]; className?: string }) {
  const reached = stops.findIndex(({ state }) => state !== 'done');
  const at = reached < 0 ? marks.length - 1 : reached;
  return (
    <div
      aria-hidden="true"
      className={classes('relative aspect-[720/136] w-full overflow-hidden bg-fog', className)}
    >
      <BrandPicture className="absolute inset-0 size-full object-cover" name="route" />
      <svg className="absolute inset-0 size-full" viewBox="0 0 720 136">
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
          strokeDashoffset={1 - (passed[at] ?? 0)}
          strokeWidth="3"
        />
        {stops.map(({ name, state }, index) => {
          const [cx, cy] = marks[index] ?? marks[0];
          return (
            <g key={name} transform={`translate(${cx - 14} ${cy - 14})`}>
              <StopMark state={state} />
            </g>
          );
        })}
      </svg>
      {stops[at]?.state === 'here' && (
        <span
          className={classes('absolute w-[6.1%] -translate-x-1/2 -translate-y-full', places[at])}
        >
          <BrandPicture className="w-full" name="traveler" />
        </span>
      )}
    </div>
  );
}
