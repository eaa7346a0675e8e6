import { expect, test } from 'vitest';
import { plan } from '../testing/stage.tsx';
import { type Draft, freshDraft } from './draft.ts';
import { draftOfLine, fitLines, lackingLines, takenNumbers, withLine } from './draft-lines.ts';
import type { SavedCheckout } from './saved-draft.ts';

const fresh: Draft = { ...freshDraft(undefined, '+1', '10038'), zipCode: '10038' };
const lines = ['first', 'b', 'c'];
const more = ['b', 'c'].map((key) => ({ key, item: plan }));
const saved = (draft: Draft, way: Partial<SavedCheckout['way']> = {}): SavedCheckout => ({
  cartId: 'cart-of-lines',
  way: { shown: 'phone', reached: 'phone', ...way },
  draft,
});

test('[P03] what is saved for one line is that line’s alone; the address is everybody’s', () => {
  const shipping = { ...fresh.shipping, addressOne: '9 Dock Street' };
  const next = withLine(fresh, 'b', { imei: '350000020000015', simType: 'physical', shipping });
  expect(next).toMatchObject({ imei: '', simType: 'esim', shipping });
  expect(draftOfLine(next, lines, 'b')).toMatchObject({ imei: '350000020000015', shipping });
  expect(draftOfLine(next, lines, 'c')).toMatchObject({ imei: '', simType: 'physical' });
  expect(draftOfLine(next, lines, 'first')).toBe(next);
});

test('[P03] a number that the first line brings is no other line’s, also when it is read again', () => {
  const portIn = { tempSubscriptionId: 'prt_1', msisdn: '2125550100', details: 'asked' } as const;
  const first = withLine(fresh, undefined, { numberKind: 'own', portIn });
  const { portIn: _, device: __, ...stored } = draftOfLine(first, lines, 'b');
  const again = { ...first, more: { b: { ...stored, imei: '' } } };
  expect(draftOfLine(again, lines, 'b').portIn).toBeUndefined();
  expect(takenNumbers(again, lines, ['first', 'c'])).toEqual(['2125550100']);
});

test('[P03] [P02] another ZIP Code takes the new numbers of all lines', () => {
  const chosen = withLine(withLine(fresh, undefined, { newNumber: '6465550123' }), 'b', {
    newNumber: '6465550124',
  });
  const same = withLine(chosen, 'c', { zipCode: '10038' });
  expect([same.newNumber, same.more['b']?.newNumber]).toEqual(['6465550123', '6465550124']);
  const moved = withLine(chosen, 'c', { zipCode: '10007', newNumber: '6465550125' });
  expect([moved.newNumber, moved.more['b']?.newNumber]).toEqual(['', '']);
  expect(moved.more['c']?.newNumber).toBe('6465550125');
});

test('[P03] the draft of a removed line is dropped; nothing else changes a draft that fits', () => {
  const draft = withLine(withLine(fresh, 'b', { imei: '1' }), 'c', { imei: '2' });
  const one = saved(draft);
  expect(fitLines(one, { item: plan, more })).toBe(one);
  expect(Object.keys(fitLines(one, { item: plan, more: more.slice(1) }).draft.more)).toEqual(['c']);
  const alone = saved(fresh);
  expect(fitLines(alone, { item: plan })).toBe(alone);
});

test('[P03] a line that becomes the first one keeps its draft, or begins with an empty one', () => {
  const draft = withLine({ ...fresh, imei: '1' }, 'b', { imei: '2' });
  const second = fitLines(saved(draft), { item: plan, key: 'b', more: more.slice(1) });
  expect(second).toMatchObject({ way: { first: 'b' }, draft: { imei: '2', more: {} } });
  expect(fitLines(second, { item: plan, key: 'b', more: more.slice(1) })).toBe(second);
  const unseen = fitLines(saved({ ...fresh, imei: '1' }, { reached: 'pay' }), {
    item: plan,
    key: 'b',
  });
  expect(unseen).toMatchObject({ way: { passed: ['first'] }, draft: { imei: '' } });
});

test('[P03] half an address for SIM cards holds up the line that asks for it', () => {
  const shipping = { ...fresh.shipping, sameAddress: false, addressOne: '' };
  const draft = withLine(fresh, 'b', { simType: 'physical', shipping });
  expect(lackingLines(draft, lines)).toEqual(['b']);
  expect(lackingLines(withLine(draft, 'b', { simType: 'esim' }), lines)).toEqual([]);
});
