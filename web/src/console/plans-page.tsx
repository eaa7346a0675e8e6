import { listStaffPlans } from '@portside/contract/console/plans';
import type { OutputOf } from '@portside/contract/endpoint';
import { money } from '@portside/contract/formats';
import { TextLink } from '../ui/text-link.tsx';
import { NewPlan } from './new-plan-dialog.tsx';
import { ConsoleList } from './console-list.tsx';

type ConsolePlan = OutputOf<typeof listStaffPlans>['plans'][0];

export const planState = ({ state, isDraft }: Pick<ConsolePlan, 'state' | 'isDraft'>): string => {
  const words = state === 'on_sale' ? 'On sale' : 'Off sale';
  return isDraft ? `${words}, with a draft` : words;
};

/** L10 */
export function PlansPage() {
  const addressOf = (row: ConsolePlan) => `/plans/${encodeURIComponent(row.id)}`;
  return (
    <ConsoleList
      columns={[
        {
          head: 'Plan',
          cell: (row) => <TextLink to={addressOf(row)}>{row.retailName}</TextLink>,
        },
        { head: 'Price', cell: (row) => money(row.retailPrice), align: 'end' },
        { head: 'State', cell: planState },
        { head: 'Id', cell: (row) => row.id, wide: true },
        { head: 'Version', cell: (row) => row.version || 'Plan file', wide: true },
      ]}
      empty="There are no plans."
      endpoint={listStaffPlans}
      open={addressOf}
      rowKey={(row) => row.id}
      rowsOf={({ plans }) => plans}
      above={<NewPlan />}
      title="Plans"
    />
  );
}
