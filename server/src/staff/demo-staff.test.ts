import { listStaff, removeStaff } from '@portside/contract/console/staff';
import { expect, test } from 'vitest';
import { seed } from '../seed/seed.ts';
import { openTestApp } from '../testing/test-app.ts';

test('[L01] demo staff who were removed are not back at the next start', async () => {
  const app = await openTestApp();
  try {
    const admin = await app.staff('admin');
    const { staff } = await admin.call(listStaff, {});
    const viewer = staff.find(({ role }) => role === 'viewer');
    await admin.call(removeStaff, { id: viewer?.id ?? '' });
    await seed(app.app);
    const after = (await admin.call(listStaff, {})).staff;
    expect(after).toHaveLength(staff.length);
    expect(after.filter(({ role }) => role === 'viewer')).toMatchObject([{ status: 'removed' }]);
  } finally {
    await app.close();
  }
});
