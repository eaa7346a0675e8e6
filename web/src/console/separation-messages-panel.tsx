import {
  askInSeparation,
  listSeparations,
  viewSeparationRequest,
} from '@portside/contract/console/line-separations';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Form, useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import type { SeparationRequest } from './line-separation-page.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { languageName } from './waiting.ts';

interface SeparationMessagesProps {
  request: SeparationRequest;
  isOpen: boolean;
}

/** What was asked and answered; by email to the safe address. */
export function SeparationMessages({ request, isOpen }: SeparationMessagesProps) {
  const me = useMe();
  const { timeZone } = useShop();
  return (
    <section aria-labelledby="separation-messages" className="flex flex-col gap-3">
      <h2 className="text-lead" id="separation-messages">
        Messages
      </h2>
      {request.messages.length === 0 ? (
        <p>Nothing was written yet.</p>
      ) : (
        <ol className="flex flex-col gap-2">
          {request.messages.map(({ by, ours, text, at }) => (
            <li
              className={classes(
                'w-fit max-w-[85%] rounded-panel px-4 py-2.5 wrap-anywhere forced-colors:border',
                ours ? 'self-end bg-action-soft' : 'self-start bg-fog',
              )}
              key={`${at} ${by}`}
            >
              <p className="text-fine font-strong">
                {by}
                <time className="ms-2 font-normal text-ink-soft" dateTime={at}>
                  {moment(at, timeZone)}
                </time>
              </p>
              <p className="whitespace-pre-line">{text}</p>
            </li>
          ))}
        </ol>
      )}
      {isOpen && me.can.includes(askInSeparation.name) && <AskForm request={request} />}
    </section>
  );
}

function AskForm({ request }: { request: SeparationRequest }) {
  const { id, email, language } = request;
  const form = useForm({
    initial: { text: '' },
    ...useSubmit(askInSeparation, {
      input: ({ text }: { text: string }) => ({ id, text }),
      refresh: [viewSeparationRequest, listSeparations],
      refusalAt: 'text',
      onDone: () => form.reset(),
    }),
  });
  return (
    <Form className="gap-4" form={form} label="Ask for something">
      <TextArea
        {...form.text('text')}
        hint={`By email to ${email}. They read ${languageName(language)}. The days to answer go on.`}
        label="What you need"
        maxLength={2000}
        rows={3}
      />
      <Button className="self-start" loading={form.loading} type="submit" variant="secondary">
        Ask
      </Button>
    </Form>
  );
}
