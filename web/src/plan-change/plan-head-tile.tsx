import { useLingui } from '@lingui/react';
import { lineRoom } from '@portside/contract/line-rooms';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface PlanHeadProps {
  id: string;
  children: ReactNode;
}

export function PlanHead({ id, children }: PlanHeadProps) {
  const { i18n } = useLingui();
  return (
    <>
      <TextLink className="mb-4 inline-flex min-h-11 items-center gap-2" to={lineRoom(id, 'usage')}>
        <Icon name="arrow-left" size={20} />
        {i18n.t('Back to the line')}
      </TextLink>
      <header className="mb-8 md:mb-10">
        <h1 className="scroll-mt-24 text-display wrap-anywhere" tabIndex={-1}>
          {i18n.t('Change plan')}
        </h1>
        <p className="mt-2 measure min-h-[1lh] text-lead text-ink-soft tabular-nums">{children}</p>
      </header>
    </>
  );
}
