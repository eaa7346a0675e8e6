import { useLingui } from '@lingui/react';
import { NeedAction } from '../lines/need-list.tsx';
import { useNeeds } from '../lines/use-needs.ts';
import { Icon } from '../ui/icon.tsx';

/** P06, on the dashboard, whose first line may say the same: the way to what others offer. */
export function OfferedNote() {
  const { i18n } = useLingui();
  const offer = useNeeds()?.needs.find(({ code }) => code === 'line_offered');
  if (!offer) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 remark px-4 py-3">
      <p className="flex min-w-[min(100%,16rem)] flex-1 gap-3">
        <Icon className="mt-0.5" name="phone" size={20} />
        <span className="measure">
          {i18n.t(
            'Somebody wants to hand you their phone line: the number, the plan and the days that are paid. Accepting costs nothing.',
          )}
        </span>
      </p>
      {offer.action && <NeedAction action={offer.action} />}
    </div>
  );
}
