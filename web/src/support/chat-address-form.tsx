import { useLingui } from '@lingui/react';
import { fields } from '@portside/contract/fields';
import * as z from 'zod/mini';
import { inputFaults } from '../api/check-input.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { useChat } from './use-chat.ts';

const address = z.object({ email: fields.email });

/** Asked once a message is there: support is closed, and nobody knows where to reply. */
export function ChatAddressForm() {
  const { i18n } = useLingui();
  const { chat } = useChat();
  const { email } = useStore(chat.draft, chat.draft.get());
  const form = useForm({
    initial: { email },
    async onSubmit() {
      const typed = chat.draft.get().email.trim();
      const faults = inputFaults(address, { email: typed });
      if (faults.length > 0) return faults;
      await chat.replyTo(typed);
      return undefined;
    },
  });
  return (
    <Form className="mt-3 gap-3!" form={form} label={i18n.t('Reply there too')}>
      <Field
        {...form.text('email')}
        autoCapitalize="none"
        autoComplete="email"
        inputMode="email"
        label={i18n.t('Email for our reply')}
        onChange={(value) => {
          chat.draft.set({ ...chat.draft.get(), email: value });
          form.clearError('email');
        }}
        spellCheck={false}
        type="email"
        value={email}
      />
      <Button type="submit" variant="quiet">
        {i18n.t('Reply there too')}
      </Button>
    </Form>
  );
}
