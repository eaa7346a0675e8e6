import { listDisputes } from '@portside/contract/console/disputes';
import {
  actOnStuck,
  listStuck,
  type ShownStuck,
  moneyCallOf,
} from '@portside/contract/console/stuck';
import { type MendingAction, type StuckKind, stuckKind } from '@portside/contract/stuck';
import { useState } from 'react';
import { useSend } from '../api/use-send.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { ConsoleList } from './console-list.tsx';
import { CustomerLink, useOfWhom } from './customer-link-tile.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { QUEUE_EVERY_MS } from './use-every.ts';

const kinds: Readonly<Record<StuckKind, string>> = {
  payment: 'Payment',
  refund: 'Refund',
  activation: 'Activation',
  port_in: 'Port-in',
  sim_change: 'SIM change',
  autopay: 'Autopay',
  dispute: 'Dispute',
  fraud_warning: 'Fraud warning',
  credit: 'Credit',
  card_page: 'Adding a card',
  email: 'Email',
  text: 'Text messages',
  number: 'Number',
  job: 'Job',
  books: 'Books',
};

const mending: Readonly<Record<MendingAction, string>> = {
  ask_again: 'Ask again',
  retry: 'Try again',
  refund: 'Refund again',
  cancel: 'Give up and pay back',
  paid_back: 'Was paid back',
  forgive: 'Forgive',
  leave: 'Leave it paid',
};

interface Chosen {
  readonly row: ShownStuck;
  readonly action: MendingAction | 'note' | 'snooze';
}

/** L06: what hangs, why, who has it, and what mends it. */
export function StuckPage() {
  const { timeZone } = useShop();
  const me = useMe();
  const mayAct = me.can.includes(actOnStuck.name);
  const [chosen, setChosen] = useState<Chosen>();
  const [taken, setTaken] = useState<Pick<ShownStuck, 'id' | 'assignedTo'>>();
  const act = useSend(actOnStuck, { refresh: [listStuck] });
  const take = useSend(actOnStuck, {
    refresh: [listStuck],
    onFailed: ({ reason }, { id }) => void (reason === 'taken' && setTaken({ id })),
  });
  const close = () => setChosen(undefined);
  const ofWhom = useOfWhom();
  const naming = (row: ShownStuck) => (verb: string) => ({
    'aria-label': `${verb}: ${row.reason}${ofWhom(row)}`,
    children: verb,
  });
  return (
    <>
      <ConsoleList
        actions={(row: ShownStuck) => (
          <span className="flex flex-wrap justify-end gap-1">
            {row.actions.map((action) => (
              <Button
                {...naming(row)(mending[action])}
                key={action}
                onClick={() => setChosen({ row, action })}
                variant="secondary"
              />
            ))}
            {mayAct && (
              <>
                <OwnerButton
                  me={me.name}
                  named={naming(row)}
                  onOver={() => setTaken(row)}
                  onPutDown={() => void act({ id: row.id, action: 'release' })}
                  onTake={() => void take({ id: row.id, action: 'take' })}
                  owner={row.assignedTo}
                />
                <Button
                  {...naming(row)(row.snoozedUntil ? 'Wake' : 'Let it rest')}
                  onClick={() =>
                    row.snoozedUntil
                      ? void act({ id: row.id, action: 'wake' })
                      : setChosen({ row, action: 'snooze' })
                  }
                  variant="quiet"
                />
                <Button
                  {...naming(row)('Note')}
                  onClick={() => setChosen({ row, action: 'note' })}
                  variant="quiet"
                />
              </>
            )}
          </span>
        )}
        columns={[
          { head: 'What', cell: (row) => kinds[row.kind], wide: true },
          { head: 'Why it is here', cell: (row) => <Why row={row} timeZone={timeZone} /> },
          { head: 'Since', cell: (row) => moment(row.since, timeZone), wide: true },
          {
            head: 'Who has it',
            cell: ({ assignedTo = 'Nobody', snoozedUntil }) =>
              snoozedUntil
                ? `${assignedTo}. Rests until ${moment(snoozedUntil, timeZone)}`
                : assignedTo,
          },
        ]}
        empty="Nothing hangs."
        endpoint={listStuck}
        every={QUEUE_EVERY_MS}
        filters={[
          {
            name: 'kind',
            label: 'What',
            options: stuckKind.options.map((value) => ({ value, label: kinds[value] })),
            empty: 'Nothing of this kind hangs.',
          },
        ]}
        rowKey={(row) => row.id}
        rowsOf={({ items }) => items}
        title="Stuck"
      />
      {chosen?.action === 'snooze' && <RestDialog onClose={close} row={chosen.row} />}
      {chosen && chosen.action !== 'snooze' && (
        <ActDialog action={chosen.action} onClose={close} row={chosen.row} />
      )}
      {taken && (
        <QuestionDialog
          confirmLabel="Take it over"
          onClose={() => setTaken(undefined)}
          onConfirm={async (signal) => {
            await act({ id: taken.id, action: 'take', over: true }, signal);
            setTaken(undefined);
          }}
          open
          subtitle="Ask them first, so that you don’t both do it."
          title={`${taken.assignedTo ?? 'A colleague'} has it`}
          tone="primary"
        />
      )}
    </>
  );
}

function OwnerButton(props: {
  owner: string | undefined;
  me: string;
  named: (verb: string) => { 'aria-label': string; children: string };
  onTake: () => void;
  onOver: () => void;
  onPutDown: () => void;
}) {
  const { owner, me, named } = props;
  if (owner === undefined) {
    return <Button {...named('Take it')} onClick={props.onTake} variant="quiet" />;
  }
  return owner === me ? (
    <Button {...named('Put down')} onClick={props.onPutDown} variant="quiet" />
  ) : (
    <Button {...named('Take it over')} onClick={props.onOver} variant="quiet" />
  );
}

function Why({ row, timeZone }: { row: ShownStuck; timeZone: string }) {
  const me = useMe();
  return (
    <>
      <span className="block text-fine text-ink-soft md:hidden">
        {kinds[row.kind]}, since {moment(row.since, timeZone)}
      </span>
      {/* The carriers’ own words may be one word. */}
      <span className="wrap-anywhere">{row.reason}</span>{' '}
      <CustomerLink id={row.customerId} name={row.customer} />
      {row.kind === 'dispute' && me.can.includes(listDisputes.name) && (
        <>
          {' '}
          <TextLink to="/disputes">Answer it</TextLink>
        </>
      )}
      {row.notes.length > 0 && (
        <ul className="mt-1 text-fine text-ink-soft">
          {row.notes.map(({ by, at, note }) => (
            <li className="wrap-anywhere" key={`${at} ${by}`}>
              {by}, {moment(at, timeZone)}: {note}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ActDialogProps {
  row: ShownStuck;
  action: Exclude<Chosen['action'], 'snooze'>;
  onClose: () => void;
}

/** What moves money is a call of its own, which only some may make. */
function ActDialog({ row: { id, reason }, action, onClose }: ActDialogProps) {
  const money = action === 'note' ? undefined : moneyCallOf(action);
  const isOurs = money === undefined;
  const form = useForm({
    initial: { note: '' },
    ...useSubmit(money ?? actOnStuck, {
      input: ({ note }: { note: string }) => ({
        id,
        ...(isOurs && { action }),
        ...(note && { note }),
      }),
      refresh: [listStuck],
      onDone: onClose,
    }),
  });
  const isNote = action === 'note';
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel={isNote ? 'Save the note' : mending[action]}
      subtitle={reason}
      title={isNote ? 'A note' : mending[action]}
    >
      <Field {...form.text('note')} autoFocus label="Note" optional={!isNote} />
    </FormDialog>
  );
}

const rests = { '3': '3 hours', '24': 'A day', '72': '3 days' } as const;

function RestDialog({ row, onClose }: { row: ShownStuck; onClose: () => void }) {
  const act = useSend(actOnStuck, { refresh: [listStuck], onDone: onClose });
  const [hours, setHours] = useState<keyof typeof rests>('24');
  return (
    <QuestionDialog
      confirmLabel={`Rest for ${rests[hours].toLowerCase()}`}
      onClose={onClose}
      onConfirm={(signal) => {
        const until = new Date(Date.now() + Number(hours) * 3_600_000).toISOString();
        return act({ id: row.id, action: 'snooze', until }, signal);
      }}
      open
      subtitle={row.reason}
      title="Let it rest"
      tone="primary"
    >
      <fieldset>
        <legend className="font-strong">For how long?</legend>
        {Object.entries(rests).map(([value, label]) => (
          <label className="flex min-h-11 items-center gap-2" key={value}>
            <input
              checked={hours === value}
              name="hours"
              onChange={() => setHours(value as keyof typeof rests)}
              type="radio"
              value={value}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </QuestionDialog>
  );
}
