// @vitest-environment jsdom
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { type FieldFault, Form, useForm } from './form.tsx';

i18n.loadAndActivate({ locale: 'en', messages: {} });
afterEach(cleanup);

interface Sent {
  city: string;
  zipCode: string;
}

function Address({ onSubmit }: { onSubmit: (values: Sent) => Promise<FieldFault[] | void> }) {
  const form = useForm<Sent>({
    initial: { city: '', zipCode: '' },
    check: ({ city }) => (city.length < 2 ? { city: 'Please enter city' } : {}),
    onSubmit,
  });
  return (
    <I18nProvider i18n={i18n}>
      <Form form={form}>
        <Field label="City" {...form.text('city')} />
        <Field label="ZIP Code" {...form.text('zipCode')} />
        <Button loading={form.loading} type="submit">
          Save
        </Button>
      </Form>
    </I18nProvider>
  );
}

const described = (label: string) =>
  document.getElementById(screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    ?.textContent;
const save = () => screen.getByRole('button', { name: 'Save' });

test('[H28] the server’s field errors show at the named fields, with the focus on the first', async () => {
  const user = userEvent.setup();
  const refusal = {
    errors: [
      { field: 'zipCode', message: 'We don’t cover this ZIP Code yet.' },
      { field: 'city', message: 'No such city' },
    ],
  };
  render(<Address onSubmit={() => Promise.reject(refusal)} />);
  await user.type(screen.getByLabelText('City'), 'Boston');
  await user.click(save());
  expect(described('City')).toBe('No such city');
  expect(described('ZIP Code')).toBe('We don’t cover this ZIP Code yet.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('City')));
});

test('[H28] faults that a submit returns are shown the same way, and typing takes them away', async () => {
  const user = userEvent.setup();
  render(
    <Address onSubmit={() => Promise.resolve([{ field: 'zipCode', message: 'Not covered' }])} />,
  );
  await user.type(screen.getByLabelText('City'), 'Boston');
  await user.click(save());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('ZIP Code')));
  expect(described('ZIP Code')).toBe('Not covered');
  await user.keyboard('1');
  expect(screen.queryByText('Not covered')).toBeNull();
});

test('[H28] an error for a field that is not in the form stands above it', async () => {
  const user = userEvent.setup();
  render(
    <Address onSubmit={() => Promise.resolve([{ field: 'planId', message: 'Plan is gone' }])} />,
  );
  await user.type(screen.getByLabelText('City'), 'Boston');
  await user.click(save());
  expect(screen.getByRole('alert').textContent).toBe('Plan is gone');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
});

test('[E17] what is wrong is said before anything is sent', async () => {
  const user = userEvent.setup();
  const sent: Sent[] = [];
  render(<Address onSubmit={async (values) => void sent.push(values)} />);
  await user.click(save());
  expect(described('City')).toBe('Please enter city');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('City')));
  expect(sent).toEqual([]);
  await user.keyboard('Boston{Enter}');
  expect(sent).toEqual([{ city: 'Boston', zipCode: '' }]);
});

test('[E19] a form is busy, and sends once, while its answer is on the way', async () => {
  const user = userEvent.setup();
  let sent = 0;
  let answer = (): void => {};
  render(
    <Address
      onSubmit={() => {
        sent += 1;
        return new Promise((resolve) => (answer = resolve));
      }}
    />,
  );
  await user.type(screen.getByLabelText('City'), 'Boston');
  await user.dblClick(save());
  await user.type(screen.getByLabelText('City'), '{Enter}');
  expect(sent).toBe(1);
  expect(save().getAttribute('aria-busy')).toBe('true');
  answer();
  await screen.findByRole('button', { name: 'Save', busy: false });
});
