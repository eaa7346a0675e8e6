import { useLingui } from '@lingui/react';
import type { Plan } from '@portside/contract/plans';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Flag } from '../ui/flag.tsx';
import { Icon } from '../ui/icon.tsx';
import { Price } from '../ui/price.tsx';
import { signalOf } from '../ui/signal.ts';

interface PlanTileProps {
  plan: Plan;
  selected: boolean;
  onSelect: (plan: Plan) => void;
  level: 2 | 3;
  children?: ReactNode;
}

/** C01. */
export function PlanTile({ plan, selected, onSelect, level, children }: PlanTileProps) {
  const { i18n } = useLingui();
  const Name = `h${level}` as const;
  const lines = plan.retailDescription.split('\n').filter((line) => line.trim() !== '');
  return (
    <article
      className={classes(
        'relative flex flex-col rounded-tile border-t-(length:--tile-edge) bg-surface p-[24px] pt-[20px] outline-1 -outline-offset-1 outline-line',
        selected ? 'border-action outline-2 outline-action' : 'border-ink',
      )}
      data-selected={selected || undefined}
    >
      <div className="flex min-h-10 items-start justify-between gap-3">
        <Flag name={signalOf(plan.flag)} size={40} />
        {plan.popular && <Badge tone="mark">{i18n.t('Popular')}</Badge>}
      </div>
      <Name className="mt-4 text-title">{plan.retailName}</Name>
      <Price amount={plan.retailPrice} className="mt-1" per="month" size="display" />
      {children}
      <ul className="mt-5 mb-7 grid gap-2.5">
        {lines.map((line) => (
          <li className="flex gap-2.5 wrap-anywhere" key={line}>
            <Icon className="mt-[0.2em] text-good" name="check" size={20} />
            {line}
          </li>
        ))}
      </ul>
      <Button
        aria-label={
          selected
            ? i18n.t('{plan} is selected, go to the cart', { plan: plan.retailName })
            : i18n.t('Choose this plan: {plan}', { plan: plan.retailName })
        }
        aria-pressed={selected}
        className="mt-auto"
        icon={selected ? 'check' : undefined}
        onClick={() => onSelect(plan)}
        variant={selected || plan.popular ? 'primary' : 'secondary'}
        wide
      >
        {selected ? i18n.t('Selected') : i18n.t('Choose this plan')}
      </Button>
    </article>
  );
}
