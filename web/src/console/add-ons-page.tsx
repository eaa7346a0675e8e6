import { addAddOn, listStaffAddOns } from '@portside/contract/console/add-ons';
import type { OutputOf } from '@portside/contract/endpoint';
import { money } from '@portside/contract/formats';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { AddOnDialog } from './add-on-dialog.tsx';
import { ConsoleList } from './console-list.tsx';
import { useMe } from './me.ts';
import { planState } from './plans-page.tsx';

type ConsoleAddOn = OutputOf<typeof listStaffAddOns>['addOns'][0];

/** L10 */
export function AddOnsPage() {
  const addressOf = (row: ConsoleAddOn) => `/add-ons/${encodeURIComponent(row.id)}`;
  return (
    <ConsoleList
      above={<NewAddOn />}
      columns={[
        {
          head: 'Add-on',
          cell: (row) => <TextLink to={addressOf(row)}>{row.name}</TextLink>,
        },
        { head: 'Price', cell: (row) => money(row.price), align: 'end' },
        { head: 'State', cell: planState },
        {
          head: 'Bought',
          cell: (row) => (row.recurring ? 'With each 30 days' : 'Once'),
          wide: true,
        },
        { head: 'Version', cell: (row) => row.version || 'Plan file', wide: true },
      ]}
      empty="There are no add-ons."
      endpoint={listStaffAddOns}
      open={addressOf}
      rowKey={(row) => row.id}
      rowsOf={({ addOns }) => addOns}
      title="Add-ons"
    />
  );
}

function NewAddOn() {
  const { can } = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!can.includes(addAddOn.name)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="secondary">
        New add-on
      </Button>
      {isOpen && <AddOnDialog onClose={() => setOpen(false)} />}
    </>
  );
}
