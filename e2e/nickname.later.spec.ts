import { expectAccessible } from './accessible.ts';
import { arriveAsNewcomer } from './customers.ts';
import { buyPlan } from './purchases.ts';
import { expect, test } from './journey.ts';
import { expectFocusKept, pressOn, tabTo } from './keys.ts';
import { cards } from './shopping.ts';

test('[E03] [H27] a line gets a nickname and an icon with the keyboard alone, and keeps them', async ({
  page,
  request,
}) => {
  await arriveAsNewcomer(page, request);
  const number = await buyPlan(page, request, cards.good, false);
  await page.goto('/dashboard');
  const line = page.getByRole('article', { name: number });
  const dialog = page.getByRole('dialog', { name: 'Edit nickname' });
  const name = dialog.getByRole('textbox', { name: 'Nickname' });
  const add = line.getByRole('button', { name: 'Add a nickname' });
  await pressOn(page, add);
  await expect(dialog).toContainText(number);
  await expectAccessible(page, 'the nickname dialog');
  await expectFocusKept(page, dialog);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, name);
  await page.keyboard.type('Nora’s watch');
  await tabTo(page, dialog.getByRole('radio', { name: 'Phone' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Watch' })).toBeChecked();
  await pressOn(page, dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog).toBeHidden();
  await expect(line).toContainText('Nora’s watch');
  await expect(line.locator('[data-icon=watch]')).toBeVisible();
  const edit = line.getByRole('button', { name: 'Edit nickname' });
  await expect(edit).toBeFocused();
  await expectAccessible(page, 'the line with its nickname');

  await page.reload();
  await expect(line).toContainText('Nora’s watch');
  await edit.click();
  await expect(name).toHaveValue('Nora’s watch');
  await name.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toBeFocused();
  await expectAccessible(page, 'the nickname dialog with an error');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(line).toContainText('Nora’s watch');
});
