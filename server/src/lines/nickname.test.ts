import { listLines, updateNickname } from '@portside/contract/lines';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function mayasLine() {
  const maya = await app.as('maya@example.com');
  const { lines } = await maya.call(listLines, {});
  const [line] = lines;
  if (!line) throw new Error('Maya has no line');
  return { maya, line };
}

test('[I06][E03] a line gets a nickname and an icon, and keeps the icon when only the name changes', async () => {
  const { maya, line } = await mayasLine();
  expect(line.icon).toBe('phone');
  const both = { id: line.id, nickname: '  Zoë’s tablet ', icon: 'tablet' } as const;
  expect(await maya.call(updateNickname, both)).toEqual({
    message: 'Your line has a new nickname.',
  });
  expect((await mayasLine()).line).toEqual({ ...line, nickname: 'Zoë’s tablet', icon: 'tablet' });
  await maya.call(updateNickname, { id: line.id, nickname: 'Work' });
  expect((await mayasLine()).line).toEqual({ ...line, nickname: 'Work', icon: 'tablet' });
});

test.each([{}, { nickname: '' }, { nickname: '   ' }, { nickname: 'x'.repeat(41) }])(
  '[H27][I06] the nickname %o is refused at its field',
  async (given) => {
    const { maya, line } = await mayasLine();
    const { status, problem } = await maya.refusal(updateNickname, { id: line.id, ...given });
    expect(status).toBe(400);
    expect(problem.errors).toEqual([{ field: 'nickname', message: 'Please add a nickname' }]);
  },
);

test('[I06] an icon off the list is refused', async () => {
  const { maya, line } = await mayasLine();
  const given = { id: line.id, nickname: 'Work', icon: '../../etc' };
  expect((await maya.refusal(updateNickname, given)).problem.errors).toMatchObject([
    { field: 'icon' },
  ]);
});

test('[I06] another customer’s line is not there, and stays as it is', async () => {
  const { line } = await mayasLine();
  const omar = await app.as('omar@example.com');
  const given = { id: line.id, nickname: 'Mine now' };
  expect((await omar.refusal(updateNickname, given)).problem.code).toBe('not_found');
  expect((await mayasLine()).line.nickname).toBe(line.nickname);
});
