import type { Plan } from '@portside/contract/plans';
import type { ReactNode } from 'react';
import { useChoosePlan } from './choose-plan.ts';
import { PlanTile } from './plan-tile.tsx';

interface PlanListProps {
  plans: readonly Plan[];
  level: 2 | 3;
  price?: ((plan: Plan) => ReactNode) | undefined;
  below?: ((plan: Plan) => ReactNode) | undefined;
}

export function PlanList({ plans, level, price, below }: PlanListProps) {
  const { chosen, choose } = useChoosePlan();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2 desk:grid-cols-3">
      {plans.map((plan) => (
        <li
          className={
            below
              ? 'row-span-2 grid scroll-mt-6 grid-cols-[minmax(0,1fr)] grid-rows-subgrid gap-3'
              : 'grid grid-cols-[minmax(0,1fr)]'
          }
          id={plan.id}
          key={plan.id}
        >
          <PlanTile level={level} onSelect={choose} plan={plan} selected={plan.id === chosen}>
            {price?.(plan)}
          </PlanTile>
          {below?.(plan)}
        </li>
      ))}
    </ul>
  );
}
