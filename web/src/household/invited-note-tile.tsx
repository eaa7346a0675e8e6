import { useLingui } from '@lingui/react';
import { NeedAction } from '../lines/need-list.tsx';
import { useNeeds } from '../lines/use-needs.ts';
import { Icon } from '../ui/icon.tsx';

/** P04, on the dashboard, whose first line may say the same: the way to what one is invited to. */
export function InvitedNote() {
  const { i18n } = useLingui();
  const invited = useNeeds()?.needs.find(({ code }) => code === 'invited');
  if (!invited) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 remark px-4 py-3">
      <p className="flex min-w-[min(100%,16rem)] flex-1 gap-3">
        <Icon className="mt-0.5" name="phone" size={20} />
        <span className="measure">
          {i18n.t(
            'Somebody wants you to have one of their phone lines, to use it or to manage it. It stays in their account, and accepting costs nothing.',
          )}
        </span>
      </p>
      {invited.action && <NeedAction action={invited.action} />}
    </div>
  );
}
