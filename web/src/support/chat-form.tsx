import { useLingui } from '@lingui/react';
import { chatTextMax, sendChatMessage } from '@portside/contract/chat';
import type { KeyboardEvent } from 'react';
import { inputFaults } from '../api/check-input.ts';
import { useHalfWritten } from '../api/language-change.ts';
import { useSession } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/button.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useChat } from './use-chat.ts';

export function ChatForm() {
  const { i18n } = useLingui();
  const { chat } = useChat();
  // In the chat's store, so that it outlives the form.
  const draft = useStore(chat.draft, chat.draft.get());
  const form = useForm({
    initial: draft,
    onSubmit() {
      const { text } = chat.draft.get();
      const faults = inputFaults(sendChatMessage.input, { text });
      if (faults.length > 0) return faults;
      chat.say(text.trim());
      write('text', '');
    },
  });
  function write(name: 'text' | 'email', value: string) {
    chat.draft.set({ ...chat.draft.get(), [name]: value });
    if (name === 'text') form.clearError(name);
  }
  useHalfWritten('chat', draft, ['text', 'email'], write);

  /** Enter sends on keyboards; Shift+Enter is a new line. */
  function sendByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    const isField = (event.target as Element).matches('textarea');
    if (!isField || globalThis.matchMedia?.('(pointer: coarse)').matches) return;
    event.preventDefault();
    void form.submit();
  }

  return (
    <div className="shrink-0 border-t px-5 py-4" onKeyDown={sendByEnter}>
      <Form className="gap-3!" form={form} label={i18n.t('Chat')}>
        <TextArea
          {...form.text('text')}
          label={i18n.t('Your message')}
          maxLength={chatTextMax}
          onChange={(value) => write('text', value)}
          rows={2}
          value={draft.text}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 flex-1 basis-40 text-fine text-ink-soft wrap-anywhere">
            <WhereReplies />
          </p>
          <Button icon="send" type="submit">
            {i18n.t('Send')}
          </Button>
        </div>
      </Form>
    </div>
  );
}

function WhereReplies() {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  const { conversation } = useChat();
  const never = i18n.t('Never send a password, PIN or card number.');
  const address = conversation?.repliesTo;
  if (conversation?.messages.length === 0 || !conversation) return never;
  if (address) return i18n.t('If you leave, we’ll reply to {address}.', { address });
  if (userInfo) return i18n.t('Confirm your email in your account to get replies there too.');
  return never;
}
