import { addSims, viewStock } from '@portside/contract/console/shipping';
import type { OutputOf } from '@portside/contract/endpoint';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { QUEUE_EVERY_MS, useEvery } from './use-every.ts';

const count = (one: number) => one.toLocaleString('en-US');

/** How many cards can be sent, and more of them. */
export function StockPanel() {
  const { data } = useAnswer(viewStock, {}, { refetchInterval: useEvery(QUEUE_EVERY_MS) });
  const [isAdding, setAdding] = useState(false);
  const [done, setDone] = useState<OutputOf<typeof addSims>>();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {data && (
        <p className={data.isLow ? 'remark-shape border-fail bg-fail-soft px-3 py-2' : undefined}>
          <span className="font-strong tabular-nums">{count(data.inStock)}</span> SIM{' '}
          {data.inStock === 1 ? 'card' : 'cards'} in stock
          {data.isLow && `: fewer than ${count(data.lowBelow)}. Order more.`}
        </p>
      )}
      <Button onClick={() => setAdding(true)} variant="secondary">
        Add SIM cards
      </Button>
      {isAdding && <AddDialog onClose={() => setAdding(false)} onDone={setDone} />}
      {done && done.refused > 0 && <RefusedDialog done={done} onClose={() => setDone(undefined)} />}
    </div>
  );
}

interface Values {
  csv: string;
  withoutCheckDigit: boolean;
}

/** A file of any size is read here, so that what is in it can be looked at before it is sent. */
function AddDialog(props: {
  onClose: () => void;
  onDone: (done: OutputOf<typeof addSims>) => void;
}) {
  const { onClose, onDone } = props;
  const form = useForm<Values>({
    initial: { csv: '', withoutCheckDigit: false },
    ...useSubmit(addSims, {
      refresh: [viewStock],
      refusalAt: 'csv',
      onDone: (answer) => {
        onClose();
        onDone(answer);
      },
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel="Take them into stock"
      subtitle="A CSV with one ICCID in a line, in the first column; or scan the cards one by one. Cards that are in stock already stay as they are."
      title="Add SIM cards"
    >
      <label className="flex flex-col gap-1.5">
        <span className="font-strong">File</span>
        <input
          accept=".csv,.txt,text/csv,text/plain"
          className="min-h-11 max-w-full"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) void file.text().then((text) => form.set('csv', text));
          }}
          type="file"
        />
      </label>
      <TextArea {...form.text('csv')} autoFocus label="ICCIDs" rows={6} />
      <Checkbox
        checked={form.values.withoutCheckDigit}
        hint="Then a mistyped digit cannot be noticed."
        label="This supplier prints no check digit"
        name="withoutCheckDigit"
        onChange={(checked) => form.set('withoutCheckDigit', checked)}
      />
    </FormDialog>
  );
}

function RefusedDialog(props: { done: OutputOf<typeof addSims>; onClose: () => void }) {
  const { done, onClose } = props;
  const left = done.refused - done.lines.length;
  return (
    <Dialog
      actions={<DialogCancel>Close</DialogCancel>}
      onClose={onClose}
      open
      size="wide"
      subtitle={`${done.message} Correct these lines and send the file again: nothing is taken twice.`}
      title={`${count(done.refused)} ${done.refused === 1 ? 'line was' : 'lines were'} refused`}
    >
      <ul className="flex flex-col gap-1 tabular-nums">
        {done.lines.map(({ line, text, message }) => (
          <li key={line}>
            Line {count(line)}, <span className="break-all">{text}</span>: {message}
          </li>
        ))}
        {left > 0 && <li>And {count(left)} more.</li>}
      </ul>
    </Dialog>
  );
}
