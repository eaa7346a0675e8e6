// @vitest-environment jsdom
import { type Line, lineIcon, listLines, updateNickname } from '@portside/contract/lines';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { closeNotification, shownNotifications } from '../api/notifications.ts';
import { type Answer, answering, showScreen } from '../testing/show-screen.tsx';
import { lost, no, line as stageLine } from '../testing/stage.tsx';
import { LineList } from './line-list.tsx';

beforeEach(() => {
  for (const { id } of shownNotifications()) closeNotification(id);
});

const born: Line = { ...stageLine, nickname: 'Sloop 12 GB' };

function show(first: Line, ...more: Answer[]) {
  let line = first;
  const page = showScreen(<LineList />, {
    answers: [
      ...more,
      answering(listLines, () => ({ lines: [line] })),
      answering(updateNickname, ({ nickname, icon = line.icon }) => {
        line = { ...line, nickname: nickname.trim(), icon };
        return { message: 'Your line has a new nickname.' };
      }),
    ],
  });
  return { ...page, user: userEvent.setup() };
}

const dialog = () => screen.findByRole('dialog', { name: 'Edit nickname' });
const field = (asked: HTMLElement) => within(asked).getByLabelText<HTMLInputElement>('Nickname');
const icons = () =>
  [...screen.getByRole('article').querySelectorAll('[data-icon]')].map((one) =>
    one.getAttribute('data-icon'),
  );

test('[E03] [I06] a line gets a nickname and an icon, which its card shows from then on', async () => {
  const { sent, user } = show(born);
  await user.click(await screen.findByRole('button', { name: 'Add a nickname' }));
  const asked = await dialog();
  expect(within(asked).getByText('(212) 555-0101')).toBeTruthy();
  // The name of the plan is none that somebody gave.
  expect(field(asked).value).toBe('');
  await user.type(field(asked), 'Zoë’s tablet');
  await user.click(within(asked).getByRole('radio', { name: 'Tablet' }));
  await user.click(within(asked).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('updateNickname')).toEqual([{ id: 'l1', nickname: 'Zoë’s tablet', icon: 'tablet' }]);
  expect(screen.getByText('Zoë’s tablet')).toBeTruthy();
  expect(icons()).toEqual(['tablet']);
  expect(shownNotifications().map(({ error, message }) => [error, message])).toEqual([
    [false, 'Your line has a new nickname.'],
  ]);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit nickname' })),
  );
});

test('[E03] the dialog opens with what the line has, and afresh each time', async () => {
  const { sent, user } = show({ ...born, nickname: 'Work', icon: 'work' });
  const edit = await screen.findByRole('button', { name: 'Edit nickname' });
  await user.click(edit);
  let asked = await dialog();
  expect(field(asked).value).toBe('Work');
  expect(within(asked).getByRole<HTMLInputElement>('radio', { name: 'Work' }).checked).toBe(true);
  expect(within(asked).getAllByRole('radio')).toHaveLength(lineIcon.options.length);
  await user.type(field(asked), ' phone');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(edit));
  await user.click(edit);
  asked = await dialog();
  expect(field(asked).value).toBe('Work');
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('updateNickname')).toEqual([]);
});

test.each(['', '   '])(
  '[H27] the nickname "%s" is told under the field and sent nowhere',
  async (typed) => {
    const { sent, user } = show(born);
    await user.click(await screen.findByRole('button', { name: 'Add a nickname' }));
    const asked = await dialog();
    if (typed) await user.type(field(asked), typed);
    await user.click(within(asked).getByRole('button', { name: 'Save' }));
    expect(within(asked).getByText('Please add a nickname')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field(asked)));
    expect(sent('updateNickname')).toEqual([]);
  },
);

test('[H27] [H28] a nickname that the server refuses is told under the field', async () => {
  const errors = [{ field: 'nickname', message: 'Please add a nickname' }];
  const { user } = show(
    born,
    answering(updateNickname, () => {
      throw no(400, { message: 'Please check the highlighted fields.', errors });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a nickname' }));
  const asked = await dialog();
  await user.type(field(asked), 'Boat{Enter}');
  expect(await within(asked).findByText('Please add a nickname')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBe(asked);
});

test('[E19] the dialog is busy while the nickname is saved, and stays when nobody answers', async () => {
  let refuse = (_: unknown) => {};
  const { user } = show(
    born,
    answering(updateNickname, () => new Promise((_, reject) => (refuse = reject))),
  );
  await user.click(await screen.findByRole('button', { name: 'Add a nickname' }));
  const asked = await dialog();
  await user.type(field(asked), 'Boat');
  await user.click(within(asked).getByRole('button', { name: 'Save' }));
  expect(asked.getAttribute('aria-busy')).toBe('true');
  refuse(lost());
  await waitFor(() => expect(asked.getAttribute('aria-busy')).toBeNull());
  expect(field(asked).value).toBe('Boat');
});
