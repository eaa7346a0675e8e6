import { describe, expect, test } from 'vitest';
import { e164, maskPhone, phone, usDigits } from './phone.ts';

describe('phone numbers', () => {
  test.each([
    '2125550101',
    '12125550101',
    '+12125550101',
    '+1 (212) 555-0101',
    '212.555.0101',
    '\u202a+1\u00a0212‑555–0101\u202c',
  ])('[H08] [H23] %s is one US number, however it is written', (written) => {
    expect(usDigits(written)).toBe('2125550101');
    expect(e164(written)).toBe('+12125550101');
    expect(phone(written)).toBe('(212) 555-0101');
  });

  test.each([
    '5550101',
    '1125550101',
    '2115550101',
    '2121550101',
    '2129110101',
    '2925550101',
    '22125550101',
    '+2125550101',
    '+65 8234 5678',
    '21255501011',
    '212555o101',
    '',
  ])('[H08] [H23] %j is no US number', (written) => {
    expect(usDigits(written)).toBeUndefined();
    expect(e164(written)).toBeUndefined();
    expect(phone(written)).toBe(written);
  });

  test('[H18] [H19] numbers of other countries get their code', () => {
    expect(e164('07700 900123', '+44')).toBe('+447700900123');
    expect(e164('7700900123', '44')).toBe('+447700900123');
    expect(e164('+447700900123', '+44')).toBe('+447700900123');
    expect(e164('12', '+44')).toBeUndefined();
    expect(e164('1'.repeat(15), '+353')).toBeUndefined();
  });

  test('a masked number shows its last two digits only', () => {
    expect(maskPhone('+12125550101')).toBe('(•••) •••-••01');
  });
});
