import {
  type Approval,
  countApprovals,
  decideApproval,
  listApprovals,
} from '@portside/contract/console/approvals';
import { money } from '@portside/contract/formats';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { ConsoleList } from './console-list.tsx';
import { CustomerLink, useOfWhom } from './customer-link-tile.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { reasonNames, statusNames } from './money-words.ts';
import { useShop } from './shop.ts';
import { QUEUE_EVERY_MS } from './use-every.ts';

interface Chosen {
  readonly row: Approval;
  readonly approve: boolean;
}

/** L08: what a colleague wants to be given, and what became of it. */
export function ApprovalsPage() {
  const { timeZone } = useShop();
  const me = useMe();
  const [chosen, setChosen] = useState<Chosen>();
  const isDecided = useSearchParams()[0].get('show') === 'decided';
  const ofWhom = useOfWhom();
  const mayDecide = me.can.includes(decideApproval.name);
  return (
    <>
      <ConsoleList
        actions={(row: Approval) =>
          row.status === 'waiting' &&
          mayDecide && (
            <span className="flex flex-wrap justify-end gap-1">
              {row.askedBy.id !== me.id && (
                <Button
                  aria-label={`Approve ${whatOf(row)}${ofWhom(row)}`}
                  onClick={() => setChosen({ row, approve: true })}
                  variant="secondary"
                >
                  Approve
                </Button>
              )}
              <Button
                aria-label={`${declineOf(row, me.id)} ${whatOf(row)}${ofWhom(row)}`}
                onClick={() => setChosen({ row, approve: false })}
                variant="quiet"
              >
                {declineOf(row, me.id)}
              </Button>
            </span>
          )
        }
        columns={[
          { head: 'What', cell: (row) => <What row={row} /> },
          { head: 'Amount', align: 'end', cell: (row) => money(row.amount) },
          {
            head: 'Asked for by',
            cell: (row) => `${row.askedBy.name}, ${moment(row.askedAt, timeZone)}`,
            wide: true,
          },
          {
            head: 'State',
            cell: (row) => <State row={row} timeZone={timeZone} />,
            // Of what waits it says nothing new.
            ...(!isDecided && { wide: true as const }),
          },
        ]}
        empty="Nothing waits for approval."
        endpoint={listApprovals}
        every={QUEUE_EVERY_MS}
        filters={[
          {
            name: 'show',
            label: 'Show',
            any: 'Waiting',
            options: [{ value: 'decided', label: 'Decided' }],
            empty: 'Nothing was decided yet.',
          },
        ]}
        nextOf={({ next }) => next}
        rowKey={(row) => row.id}
        rowsOf={({ approvals }) => approvals}
        title="Approvals"
      />
      {chosen && (
        <DecisionDialog chosen={chosen} key={chosen.row.id} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

const declineOf = (row: Approval, me: string) => (row.askedBy.id === me ? 'Take back' : 'Decline');

const whatOf = ({ kind, item, amount, along }: Approval) =>
  kind === 'refund'
    ? `the refund of ${money(amount)}${along > 0 ? `, and ${money(along)} of credit,` : ''} for ${item}`
    : `${money(amount)} of credit`;

function What({ row }: { row: Approval }) {
  return (
    <>
      <span className="font-strong">
        {row.kind === 'refund' ? `Refund for ${row.item}` : 'Credit'}
      </span>
      {row.kind === 'refund' && (row.to === 'card' ? ', to the card' : ', as credit')}
      {row.along > 0 && `, and ${money(row.along)} of credit is credit again`}
      {row.lines.length > 0 && <span className="block">{row.lines.join(', ')}</span>}
      <span className="block wrap-anywhere">
        {reasonNames[row.reason]}
        {row.note && `: ${row.note}`}
      </span>
      <span className="block text-fine text-ink-soft md:hidden">{row.askedBy.name} asked</span>
      <CustomerLink id={row.customerId} name={row.customer} />
    </>
  );
}

function State({ row, timeZone }: { row: Approval; timeZone: string }) {
  return (
    <>
      {statusNames[row.status]}
      {row.decidedBy && row.decidedAt && (
        <span className="block text-fine text-ink-soft">
          {row.decidedBy}, {moment(row.decidedAt, timeZone)}
          {row.decision && `: ${row.decision}`}
        </span>
      )}
    </>
  );
}

function DecisionDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { row, approve } = chosen;
  const me = useMe();
  const form = useForm({
    initial: { note: '' },
    ...useSubmit(decideApproval, {
      input: ({ note }: { note: string }) => ({ id: row.id, approve, note }),
      refresh: [listApprovals, countApprovals],
      refusalAt: 'note',
      onDone: onClose,
    }),
  });
  const label = approve ? 'Approve' : declineOf(row, me.id);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel={label}
      subtitle={
        approve
          ? `${row.askedBy.name} asks for ${whatOf(row)}. Approving gives it.`
          : `Nothing is given: ${whatOf(row)}.`
      }
      title={label}
    >
      <TextArea {...form.text('note')} label="Note" optional rows={2} />
    </FormDialog>
  );
}
