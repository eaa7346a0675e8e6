import { isState } from '@portside/contract/places';
import { expect, test } from 'vitest';
import { allAreaCodes, areaCodesOf } from './area-codes.ts';

test('every area code can be dialled, belongs to one state, and is not one of the demo people’s', () => {
  expect(new Set(allAreaCodes).size).toBe(allAreaCodes.length);
  for (const code of allAreaCodes) expect(code).toMatch(/^(?!.11)[2-9][0-8]\d$/);
  expect(allAreaCodes).not.toContain('212');
  expect(allAreaCodes).not.toContain('312');
  expect(isState('WY') && areaCodesOf('WY')).toEqual(['307']);
  expect(areaCodesOf(undefined)).toEqual([]);
});
