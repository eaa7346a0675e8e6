import type { Line } from '@portside/contract/lines';
import type { Need, NeedCode } from '@portside/contract/needs';
import { leavePage } from '../api/leave-page.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** What the line says by itself, with its button. */
const saidByLine: ReadonlySet<NeedCode> = new Set([
  'block_late',
  'unpaid',
  'port_in_details',
  'pay',
  'blocked',
  'set_up_sim',
  'card_late',
]);

/** Of one line, what it does not say by itself. */
export const notesOf = (
  needs: readonly Need[],
  { id, nextAction }: Pick<Line, 'id' | 'nextAction'>,
): readonly Need[] =>
  needs
    .filter((one) => one.lineId === id && !saidByLine.has(one.code))
    .map((one) => (one.action && nextAction === 'renew' && paysFor(one.action) ? bare(one) : one));

/** The line has that button itself. */
const paysFor = ({ to }: NonNullable<Need['action']>) => to.endsWith('/renew');
const bare = ({ action: _said, ...need }: Need): Need => need;

export function NeedList({ needs }: { needs: readonly Need[] }) {
  if (needs.length === 0) return null;
  return (
    <ul className="flex flex-col gap-3">
      {needs.map((need) => (
        <li
          className="flex flex-wrap items-center gap-x-6 gap-y-3 remark px-4 py-3"
          key={need.code}
        >
          <p className="flex min-w-[min(100%,16rem)] flex-1 gap-3">
            <Icon className="mt-0.5 text-fail" name="warning" size={20} />
            <span className="measure">{need.message}</span>
          </p>
          {need.action && <NeedAction action={need.action} />}
        </li>
      ))}
    </ul>
  );
}

/** A page of the portal, or the bank's. */
export function NeedAction({ action: { to, text } }: { action: NonNullable<Need['action']> }) {
  return to.startsWith('/') ? (
    <ButtonLink to={to} variant="secondary">
      {text}
    </ButtonLink>
  ) : (
    <Button onClick={() => leavePage(to)} variant="secondary">
      {text}
    </Button>
  );
}
