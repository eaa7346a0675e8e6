import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cardBrand } from './card-brands.ts';
import {
  cvvRule,
  expiryRule,
  fields,
  iccidWarning,
  imeiCheckDigitHolds,
  normalEmail,
  repeats,
} from './fields.ts';

function sayings(schema: z.ZodMiniType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];
}

describe('rules that need more than the value', () => {
  const form = z
    .object({
      newPassword: fields.newPassword,
      confirmNewPassword: fields.confirmNewPassword,
      nickname: fields.nickname,
    })
    .check(repeats('newPassword', 'confirmNewPassword'));
  const faults = (value: unknown) =>
    form.safeParse(value).error?.issues.map((issue) => [issue.path[0], issue.message]) ?? [];
  const mismatch = ['confirmNewPassword', 'Passwords do not match'];

  test('[H05] a repeated password must equal the new one', () => {
    const rest = { newPassword: 'Harbor1!', nickname: 'Mum' };
    expect(faults({ ...rest, confirmNewPassword: 'Harbor1!' })).toEqual([]);
    expect(faults({ ...rest, confirmNewPassword: 'Harbor1! ' })).toEqual([mismatch]);
    expect(faults({ ...rest, confirmNewPassword: '' })).toEqual([
      ['confirmNewPassword', 'Please confirm your password'],
    ]);
  });

  test('[H05] [H28] the mismatch is said together with all other faults of the form', () => {
    expect(faults({ newPassword: 'weak', confirmNewPassword: 'other', nickname: '' })).toEqual([
      ['newPassword', expect.stringMatching(/^Invalid password format/)],
      ['nickname', 'Please add a nickname'],
      mismatch,
    ]);
    expect(faults({ confirmNewPassword: 'other', nickname: 'Mum' })).toEqual([
      ['newPassword', 'Please enter a new password'],
      mismatch,
    ]);
    expect(faults({}).map(([field]) => field)).toEqual([
      'newPassword',
      'confirmNewPassword',
      'nickname',
    ]);
  });

  test('[H11] a card holds through the last day of its month, wherever that day still is', () => {
    const past = 'Please enter a valid expiry date';
    const at = (now: string, value: string) => sayings(expiryRule(new Date(now)), value);
    expect(at('2025-11-30T23:00:00Z', '11/25')).toEqual([]);
    expect(at('2025-12-01T09:00:00Z', '11/25')).toEqual([]);
    expect(at('2025-12-01T13:00:00Z', '11/25')).toEqual([past]);
    expect(at('2025-12-01T13:00:00Z', '12/24')).toEqual([past]);
    expect(at('2025-12-01T13:00:00Z', '01/26')).toEqual([]);
    expect(at('2026-01-01T11:00:00Z', '12/25')).toEqual([]);
    expect(at('2025-12-01T13:00:00Z', '')).toEqual(['Please enter expiry date']);
  });

  test('[H12] the code has four digits for Amex and three for other brands', () => {
    const wrong = ['Please enter a valid cvv'];
    const amex = cvvRule(cardBrand('3782'));
    const visa = cvvRule(cardBrand('4242'));
    expect([sayings(amex, '1234'), sayings(amex, '123')]).toEqual([[], wrong]);
    expect([sayings(visa, '123'), sayings(visa, '1234')]).toEqual([[], wrong]);
    expect(sayings(cvvRule(undefined), '1234')).toEqual([]);
  });

  test('[H02] addresses are compared without case and outer spaces', () => {
    expect(normalEmail(' Maya@Example.COM ')).toBe('maya@example.com');
  });
});

describe('what is warned about, never refused', () => {
  test.each([
    '8901410000000000013',
    '89014100000000000020',
    '89012800000000000043',
    '89010300000000000067',
    '8901260000000000030',
    '8914800000000000055',
    '8901260713156280780',
    '89012802331277808554',
    '8901 2607-1315 6280 780F',
  ])('[H22] the SIM number %s is fine', (iccid) => {
    expect(sayings(fields.iccid, iccid)).toEqual([]);
    expect(iccidWarning(iccid)).toBeUndefined();
  });

  test('[H22] a wrong check digit or another beginning is accepted with a warning', () => {
    for (const odd of ['8901410000000000014', '1234567890123456789']) {
      expect(sayings(fields.simNumber, odd)).toEqual([]);
      expect(iccidWarning(odd)).toMatch(/Please check/);
    }
    expect(iccidWarning('8901')).toBeUndefined();
  });

  test('[H21] an IMEI is told from a mistyped one', () => {
    for (const imei of ['490154203237518', '356938035643809', '350000000000014']) {
      expect(imeiCheckDigitHolds(imei)).toBe(true);
    }
    expect(imeiCheckDigitHolds('490154203237510')).toBe(false);
    expect(imeiCheckDigitHolds('49015420323751')).toBe(false);
  });
});
