import {
  addNote,
  type CustomerPage,
  viewCustomer,
  viewTimeline,
} from '@portside/contract/console/customers';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

/** What colleagues should know; the customer does not see it. */
export function NotesPanel({ id, notes }: { id: string; notes: CustomerPage['notes'] }) {
  const { timeZone } = useShop();
  const me = useMe();
  const form = useForm({
    initial: { text: '' },
    ...useSubmit(addNote, {
      input: ({ text }: { text: string }) => ({ id, text }),
      refresh: [viewCustomer, viewTimeline],
      onDone: () => form.reset(),
    }),
  });
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-lead">Notes</h2>
      {notes.length === 0 && <p className="text-ink-soft">No notes yet.</p>}
      <ul className="flex flex-col gap-2">
        {notes.map((one) => (
          <li className="border-s-2 ps-3" key={one.id}>
            <p className="break-words whitespace-pre-line">{one.text}</p>
            <p className="text-fine text-ink-soft">
              {one.by}, {moment(one.at, timeZone)}
            </p>
          </li>
        ))}
      </ul>
      {me.can.includes(addNote.name) && (
        <Form className="gap-2" form={form} label="A note">
          <TextArea {...form.text('text')} label="A note for colleagues" rows={2} />
          <Button className="self-start" loading={form.loading} type="submit" variant="secondary">
            Save the note
          </Button>
        </Form>
      )}
    </section>
  );
}
