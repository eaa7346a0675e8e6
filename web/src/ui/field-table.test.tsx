// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type FieldName, fields } from '@portside/contract/fields';
import { table } from '@portside/contract/field-table.suite';
import { filterTyping } from '@portside/contract/typing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Field } from './field.tsx';
import { Form, useForm } from './form.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

/** A form of one field with its rule from the contract and its typing filter. */
function OneField({ name, send }: { name: FieldName; send: (value: string) => void }) {
  const form = useForm({
    initial: { [name]: '' },
    check(values) {
      const { error } = fields[name].safeParse(values[name]);
      return error ? { [name]: error.issues[0]?.message ?? '' } : {};
    },
    onSubmit: (values) => send(values[name] ?? ''),
  });
  return (
    <I18nProvider i18n={i18n}>
      <Form form={form}>
        <Field
          label="The field"
          {...form.text(name)}
          filter={(value, caret, before) => filterTyping(name, value, caret, before)}
        />
        <button type="submit">Send</button>
      </Form>
    </I18nProvider>
  );
}

test.each(table)(
  '[$id] $field is told under its field as it is typed',
  async ({ field, typed }) => {
    const user = userEvent.setup();
    const sent: string[] = [];
    render(<OneField name={field} send={(value) => void sent.push(value)} />);
    const input = screen.getByLabelText<HTMLInputElement>('The field');
    const send = screen.getByRole('button', { name: 'Send' });
    for (const [value, sentence] of typed) {
      await user.clear(input);
      if (value) await user.type(input, value);
      // The filter let through what this row is about.
      expect(input.value).toBe(value);
      await user.click(send);
      const under = document.getElementById(input.getAttribute('aria-describedby') ?? '');
      expect(under?.textContent, `${field}: "${value}"`).toBe(sentence);
      expect(input.getAttribute('aria-invalid')).toBe('true');
      await waitFor(() => expect(document.activeElement).toBe(input));
    }
    expect(sent).toEqual([]);
  },
);
