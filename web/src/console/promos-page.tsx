import {
  addPromo,
  changePromo,
  type ConsolePromo,
  listPromos,
} from '@portside/contract/console/promos';
import { dateAlone, money } from '@portside/contract/formats';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConsoleList } from './console-list.tsx';
import { useMe } from './me.ts';
import { AddPromoDialog, ChangePromoDialog } from './promo-dialog.tsx';

const states: Readonly<Record<ConsolePromo['state'], string>> = {
  on: 'Can be used',
  not_yet: 'Not yet',
  used_up: 'Used up',
  over: 'Over',
  ended: 'Ended by hand',
};

/** L11. */
export function PromosPage() {
  const { can } = useMe();
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<ConsolePromo>();
  return (
    <>
      <ConsoleList
        above={
          can.includes(addPromo.name) && (
            <Button onClick={() => setAdding(true)}>Add a promo code</Button>
          )
        }
        actions={(row: ConsolePromo) =>
          can.includes(changePromo.name) && (
            <Button
              aria-label={`Change: ${row.code}`}
              onClick={() => setChanged(row)}
              variant="quiet"
            >
              Change
            </Button>
          )
        }
        columns={[
          { head: 'Code', cell: (row) => <span className="font-strong">{row.code}</span> },
          {
            head: 'Takes off',
            cell: (row) => (
              <>
                {takesOff(row)}
                <span className="block text-fine text-ink-soft md:hidden">Used: {used(row)}</span>
              </>
            ),
          },
          { head: 'State', cell: (row) => states[row.state] },
          { head: 'Used', cell: used, wide: true },
          { head: 'Days', cell: days, wide: true },
          { head: 'Changed by', cell: (row) => row.changedBy, wide: true },
        ]}
        empty="There is no promo code."
        endpoint={listPromos}
        rowKey={(row) => row.id}
        rowsOf={({ promos }) => promos}
        title="Promo codes"
      />
      {isAdding && <AddPromoDialog onClose={() => setAdding(false)} />}
      {changed && <ChangePromoDialog onClose={() => setChanged(undefined)} promo={changed} />}
    </>
  );
}

function takesOff({ percentOff, amountOff, everyPeriod }: ConsolePromo): string {
  const off = percentOff === null ? money(amountOff ?? 0) : `${percentOff}%`;
  return everyPeriod ? `${off} of each payment` : `${off} of the first payment`;
}

function used({ used: count, mostUses, mostEach }: ConsolePromo): string {
  const all = mostUses === null ? `${count}` : `${count} of ${mostUses}`;
  return mostEach === null ? all : `${all}; ${mostEach} each`;
}

/** Days of the brand, without a time. */
const day = (iso: string) => dateAlone(`${iso}T12:00:00Z`, 'UTC');

function days({ from, until }: ConsolePromo): string {
  if (from === null) return until === null ? 'Always' : `Until ${day(until)}`;
  return until === null ? `From ${day(from)}` : `${day(from)} to ${day(until)}`;
}
