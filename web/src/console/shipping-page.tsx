import { listShipping, noteDelivered, type ShippedCard } from '@portside/contract/console/shipping';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { ConsoleList, type ListColumn } from './console-list.tsx';
import { moment } from './moment.ts';
import { SendCardDialog, SlipButton, whichCard } from './send-card-dialog.tsx';
import { useShop } from './shop.ts';
import { StockPanel } from './stock-panel.tsx';
import { QUEUE_EVERY_MS } from './use-every.ts';
import { waiting } from './waiting.ts';

/** L20: what is to be sent, or what is in the mail. Which one is being packed stands in the address. */
export function ShippingPage() {
  const { timeZone } = useShop();
  const [address, setAddress] = useSearchParams();
  const [arrived, setArrived] = useState<ShippedCard>();
  const isMailed = address.get('state') === 'mailed';
  const { data } = useAnswer(listShipping, isMailed ? { state: 'mailed' } : {});
  const cards = data?.cards ?? [];
  const place = cards.findIndex(({ id }) => id === address.get('send'));
  // A colleague may send it meanwhile: what is being typed stays, and the answer says so.
  const chosen = useKept(address.get('send'), cards[place]);

  function choose(id: string | undefined) {
    const changed = new URLSearchParams(address);
    if (id === undefined) changed.delete('send');
    else changed.set('send', id);
    setAddress(changed, { replace: true });
  }

  return (
    <div className="flex flex-col gap-5">
      <ConsoleList
        above={<StockPanel />}
        actions={(row) => (
          <span className="flex flex-wrap justify-end gap-1">
            <SlipButton card={row} />
            {isMailed && (
              <Button
                aria-label={`Delivered: ${whichCard(row, timeZone)}`}
                onClick={() => setArrived(row)}
                variant="quiet"
              >
                Delivered
              </Button>
            )}
            <Button
              aria-label={`${isMailed ? 'Correct' : 'Send'}: ${whichCard(row, timeZone)}`}
              onClick={() => choose(row.id)}
              variant={isMailed ? 'quiet' : 'secondary'}
            >
              {isMailed ? 'Correct' : 'Send'}
            </Button>
          </span>
        )}
        columns={[
          { head: 'To', cell: (row: ShippedCard) => <Recipient card={row} /> },
          ...(isMailed ? mailedColumns(timeZone) : [waitsColumn]),
        ]}
        empty="No SIM card is to be sent."
        endpoint={listShipping}
        every={QUEUE_EVERY_MS}
        filters={[
          {
            name: 'state',
            label: 'Show',
            any: 'To send',
            options: [{ value: 'mailed', label: 'In the mail' }],
            empty: 'No SIM card is in the mail.',
          },
        ]}
        focusesFirst
        open={(row) =>
          `/shipping?${new URLSearchParams({ ...(isMailed && { state: 'mailed' }), send: row.id })}`
        }
        rowKey={(row) => row.id}
        rowsOf={(answer) => answer.cards}
        title="Shipping"
      />
      {data?.more && (
        <p>These are the first {cards.length}. The others follow once these are sent.</p>
      )}
      {chosen && (
        <SendCardDialog
          card={chosen}
          key={chosen.id}
          onClose={() => choose(undefined)}
          onSent={() => choose(isMailed ? undefined : cards[place + 1]?.id)}
        />
      )}
      {arrived && <ArrivedDialog card={arrived} onClose={() => setArrived(undefined)} />}
    </div>
  );
}

/** The card that was found under this id, also once the list has it no more. */
function useKept(id: string | null, card: ShippedCard | undefined): ShippedCard | undefined {
  const [kept, setKept] = useState(card);
  if (card && card !== kept) setKept(card);
  return card ?? (kept?.id === id ? kept : undefined);
}

function Recipient({ card }: { card: ShippedCard }) {
  return (
    <>
      <span className="font-strong">{card.recipient}</span>
      {card.address.map((line) => (
        <span className="block" key={line}>
          {line}
        </span>
      ))}
    </>
  );
}

const waitsColumn: ListColumn<ShippedCard> = {
  head: 'Waits',
  cell: ({ since, replacesSim }) => (
    <>
      {waiting(since)}
      {replacesSim && <span className="block text-fine">Replaces a SIM</span>}
    </>
  ),
};

const mailedColumns = (timeZone: string): readonly ListColumn<ShippedCard>[] => [
  {
    head: 'Sent',
    cell: ({ mailed }) =>
      mailed && (
        <>
          {moment(mailed.at, timeZone)}
          <span className="block text-fine text-ink-soft">{mailed.by}</span>
        </>
      ),
    wide: true,
  },
  {
    head: 'Carrier and tracking',
    cell: ({ mailed }) =>
      mailed && (
        <>
          {mailed.carrier}
          <span className="block break-all">{mailed.trackingNumber || 'No tracking number'}</span>
          <span className="block text-fine text-ink-soft md:hidden">
            {moment(mailed.at, timeZone)}, {mailed.by}
          </span>
        </>
      ),
  },
  {
    head: 'Card',
    cell: ({ mailed }) => <span className="break-all">{mailed?.iccid}</span>,
    wide: true,
  },
];

function ArrivedDialog({ card, onClose }: { card: ShippedCard; onClose: () => void }) {
  const note = useSend(noteDelivered, { refresh: [listShipping], onDone: onClose });
  return (
    <QuestionDialog
      confirmLabel="It was delivered"
      onClose={onClose}
      onConfirm={(signal) => note({ id: card.id }, signal)}
      open
      subtitle="The customer gets an email that says how to activate it."
      title={`Was it delivered to ${card.recipient}?`}
      tone="primary"
    />
  );
}
