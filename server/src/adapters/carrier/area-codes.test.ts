import { isState } from '@portside/contract/places';
import { expect, test } from 'vitest';
import { allAreaCodes, areaCodesNear, areaOf } from './area-codes.ts';

test('every area code can be dialled, belongs to one state, and is not one of the demo people’s', () => {
  expect(new Set(allAreaCodes).size).toBe(allAreaCodes.length);
  for (const code of allAreaCodes) expect(code).toMatch(/^(?!.11)[2-9][0-8]\d$/);
  expect(allAreaCodes).not.toContain('212');
  expect(allAreaCodes).not.toContain('312');
  for (const code of allAreaCodes)
    expect(isState(areaOf(`${code}5550123`)?.state ?? '')).toBe(true);
});

test('[P02] the nearest town comes first: San Francisco, Manhattan, and a state with one code', () => {
  expect(areaCodesNear('94105')[0]).toEqual(['415']);
  expect(areaCodesNear('10005')[0]).toEqual(['646', '917']);
  expect(areaCodesNear('82001')).toEqual([['307']]);
  expect(areaOf('4155550123')).toMatchObject({ town: 'San Francisco', state: 'CA' });
  expect(areaCodesNear('00000')).toEqual([]);
});
