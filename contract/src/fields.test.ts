import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldSentences } from './field-rule.ts';
import { type FieldName, fields } from './fields.ts';

/** What is said under the field: undefined when the value is accepted. */
function said(field: FieldName, value: unknown): string | undefined {
  return sayings(fields[field], value)[0];
}

function sayings(schema: z.ZodMiniType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];
}

const emailSentence = 'Please enter a valid email address. Example: name@example.com';
const passwordSentence =
  'Invalid password format. Passwords should be at least 6 characters long and contain one capital letter and one number and one symbol';
const invalidNumber = 'Please enter a valid number';

interface Row {
  id: string;
  field: FieldName;
  empty: string;
  wrong?: [sentence: string, ...values: string[]];
  right: string[];
}

const weak = ['Ab1!x', 'abc1!x', 'ABC1!X', 'Abcd!x', 'Abc1xy', 'Abc1-x', '      '];
const sim = ['89014100000000000', '89014100000000000000000', '8901410000000000x13'];
const rows: Row[] = [
  {
    id: 'H01',
    field: 'message',
    empty: 'Please enter a message',
    wrong: ['Please enter a message', ' \n ', 'x'.repeat(5001), 'null \u0000 sign'],
    right: ['Hi', 'Two\nlines\tand a tab'],
  },
  {
    id: 'H02',
    field: 'email',
    empty: emailSentence,
    wrong: [
      emailSentence,
      'maya',
      'maya@',
      '@example.com',
      'a b@example.com',
      `${'a'.repeat(250)}@example.com`,
    ],
    right: ['maya@example.com', ' Maya+sim@Mail.Example.com '],
  },
  {
    id: 'H03',
    field: 'password',
    empty: 'Please enter your password',
    wrong: [passwordSentence, ...weak],
    right: ['Harbor1!', 'Abc1.x', 'Abc1^x', 'Ünï Abc1% –'],
  },
  {
    id: 'H03',
    field: 'newPassword',
    empty: 'Please enter a new password',
    wrong: [passwordSentence, ...weak],
    right: ['Harbor1!'],
  },
  {
    id: 'H03',
    field: 'regPassword',
    empty: 'Please enter a password',
    wrong: [passwordSentence, ...weak, `Aa1!${'x'.repeat(197)}`],
    right: ['Harbor1!', `Aa1!${'x'.repeat(196)}`],
  },
  {
    id: 'H04',
    field: 'currentPassword',
    empty: 'Please enter your current password',
    wrong: ['Please enter your current password', '12345'],
    right: ['123456', '      '],
  },
  { id: 'H05', field: 'confirmNewPassword', empty: 'Please confirm your password', right: ['x'] },
  { id: 'H05', field: 'confirmRegPassword', empty: 'Please confirm your password', right: ['x'] },
  {
    id: 'H06',
    field: 'pinPassword',
    empty: 'Please enter your PIN Password',
    wrong: ['Please enter your PIN Password', '  ', '1'.repeat(31)],
    right: ['4321'],
  },
  {
    id: 'H07',
    field: 'billingAccount',
    empty: 'Please enter Billing Account Number',
    wrong: ['Please enter a valid Number', '123456', '12-34-56', '1'.repeat(31)],
    right: ['1234567', 'A123456', '000000000-00000'],
  },
  {
    id: 'H08',
    field: 'portIn',
    empty: 'Please enter Port In Number',
    wrong: [invalidNumber, '555-0101', '+44 7700 900123', '112 555 0101', 'call me'],
    right: ['2125550101', '+1 (212) 555-0101', '1.212.555.0101'],
  },
  {
    id: 'H09',
    field: 'name',
    empty: 'Please enter card holder name',
    wrong: ['Please enter card holder name', 'M', ' M ', 'M'.repeat(61)],
    right: ['Maya Ruiz', 'Zoë O’Neil'],
  },
  {
    id: 'H10',
    field: 'number',
    empty: 'Please enter card number',
    wrong: ['Please enter a valid card number', '4242424242424241', '42424242424242424'],
    right: [
      '4242 4242 4242 4242',
      '5555555555554444',
      '2223003122003222',
      '378282246310005',
      '6011111111111117',
      '30569309025904',
      '3566002020360505',
      '6200000000000005',
      '4000000000000002',
      '4000000000009995',
      '4000000000000341',
      '4000002500003155',
      '4000000000000119',
      '6200000000000006',
    ],
  },
  {
    id: 'H11',
    field: 'expiry',
    empty: 'Please enter expiry date',
    wrong: ['Please enter a valid expiry date', '12', '13/30', '00/30', '1230', '1/30', '12/2030'],
    right: ['12/30', '01/31'],
  },
  {
    id: 'H12',
    field: 'cvv',
    empty: 'Please enter cvv',
    wrong: ['Please enter a valid cvv', '12', '12345', 'abc'],
    right: ['123', '1234'],
  },
  {
    id: 'H13',
    field: 'cardholderName',
    empty: 'Please enter your name',
    wrong: ['Please enter your name', 'M'],
    right: ['Maya Ruiz'],
  },
  ...(['address', 'addressOne'] as const).map((field) => ({
    id: 'H14',
    field,
    empty: 'Please enter your address',
    wrong: ['Please enter your address', '  ', 'x'.repeat(51)] satisfies Row['wrong'],
    right: ['12 Pier St., Apt #4'],
  })),
  {
    id: 'H15',
    field: 'city',
    empty: 'Please enter city',
    wrong: ['Please enter city', 'A'],
    right: ['Oz', 'Winston-Salem'],
  },
  {
    id: 'H16',
    field: 'zipCode',
    empty: 'Please enter 5 digit ZIP Code',
    wrong: ['Please enter 5 digit ZIP Code', '1000', '100011', '1000a', '１０００１'],
    right: ['10001', '00501'],
  },
  {
    id: 'H17',
    field: 'country',
    empty: 'Please select country',
    wrong: ['Please select country', 'USA', 'us'],
    right: ['US'],
  },
  {
    id: 'H18',
    field: 'countryCode',
    empty: 'Enter code',
    wrong: ['Enter code', '+', '44', '+0', '+4444'],
    right: ['+1', '+44', '+353'],
  },
  {
    id: 'H19',
    field: 'contactNumber',
    empty: 'Please enter a valid phone number',
    wrong: ['Please enter a valid phone number', '123456', '1'.repeat(16), 'abcdefgh'],
    right: ['1234567', '2125550101', '212 555-0101'],
  },
  {
    id: 'H20',
    field: 'firstName',
    empty: 'Please enter your first name',
    wrong: ['Please enter your first name', 'M'],
    right: ['Li'],
  },
  {
    id: 'H20',
    field: 'lastName',
    empty: 'Please enter your last name',
    wrong: ['Please enter your last name', 'M'],
    right: ['Wu'],
  },
  {
    id: 'H21',
    field: 'imei',
    empty: 'Please enter IMEI',
    wrong: ['IMEI should be 15 digits', '49015420323751', '4901542032375181', '49015420323751x'],
    right: [
      '490154203237518',
      '356938035643809',
      '350000000000014',
      '35-000000-000001-4',
      '490154203237510',
    ],
  },
  {
    id: 'H22',
    field: 'iccid',
    empty: 'Please enter ICCID number',
    wrong: ['ICCID number should be 18-22 digits', ...sim],
    right: ['8901410000000000013', '8901 4100 0000 0000 0020', '890141000000000001'],
  },
  {
    id: 'H22',
    field: 'simNumber',
    empty: 'Please enter sim number',
    wrong: ['sim number should be 18-22 digits', ...sim],
    right: ['8914800000000000055', '8901410000000000013F', '1234567890123456789012'],
  },
  {
    id: 'H23',
    field: 'yourNumber',
    empty: 'Please enter your number',
    wrong: [invalidNumber, '5550101', '+44 7700 900123', '211 555 0101 1', '012 555 0101'],
    right: ['2125550101', '(212) 555-0101', '+12125550190'],
  },
  {
    id: 'H24',
    field: 'streetNumber',
    empty: 'Please enter street number',
    wrong: ['Please enter street number', '  '],
    right: ['12', '12½ B'],
  },
  {
    id: 'H25',
    field: 'streetName',
    empty: 'Please enter street name',
    wrong: ['Please enter street name', '  '],
    right: ['Pier Street'],
  },
  {
    id: 'H26',
    field: 'state',
    empty: 'Please select a state',
    wrong: ['Please select a state', 'ZZ', 'ny', 'New York'],
    right: ['NY', 'DC', 'PR', 'AE'],
  },
  {
    id: 'H27',
    field: 'nickname',
    empty: 'Please add a nickname',
    wrong: ['Please add a nickname', '  ', 'x'.repeat(41)],
    right: ['Mum'],
  },
  {
    id: 'H29',
    field: 'contactName',
    empty: 'Please enter your name',
    wrong: ['Please enter your name', '  '],
    right: ['M'],
  },
  {
    id: 'J02',
    field: 'otp6',
    empty: 'Please enter the 6-digit code',
    wrong: ['Please enter the 6-digit code', '12345', '1234567', '12345x'],
    right: ['123456', '123 456'],
  },
  {
    id: 'J02',
    field: 'otp5',
    empty: 'Please enter the 5-digit code',
    wrong: ['Please enter the 5-digit code', '1234', '123456'],
    right: ['12345'],
  },
];

describe('each row of the table, with its sentences', () => {
  test.each(rows)('[$id] $field', ({ field, empty, wrong, right }) => {
    for (const nothing of ['', undefined, null, 7]) expect(said(field, nothing)).toBe(empty);
    const [sentence, ...values] = wrong ?? [''];
    for (const value of values) {
      const sentences = sayings(fields[field], value);
      const blank = value.trim() === '' && !field.toLowerCase().includes('password');
      expect(sentences, `${field}: ${value}`).toEqual([blank ? empty : sentence]);
    }
    for (const value of right) expect(said(field, value), `${field}: ${value}`).toBeUndefined();
  });

  test('[H10] a card number below 12 digits says how many it needs', () => {
    expect(said('number', '4242 4242 424')).toBe('Card number must be atleast 12 digits');
  });

  test('[H23] a number is passed on as its ten digits, a SIM without its filler', () => {
    expect(z.parse(fields.yourNumber, ' +1 (212) 555-0101 ')).toBe('2125550101');
    expect(z.parse(fields.simNumber, '8901 4100-0000 0000 0020 FF')).toBe('89014100000000000020');
  });

  test('[H03] [H04] no password is trimmed', () => {
    expect(z.parse(fields.newPassword, ' Harbor1! ')).toBe(' Harbor1! ');
    expect(z.parse(fields.currentPassword, ' 123456 ')).toBe(' 123456 ');
  });

  test('[H14] the optional fields may be empty or missing, but not wrong', () => {
    for (const field of ['addressTwo', 'companyName', 'streetDirection', 'streetUnit'] as const) {
      expect(said(field, '')).toBeUndefined();
      expect(said(field, undefined)).toBeUndefined();
      expect(said(field, 'x'.repeat(70))).toBeTypeOf('string');
    }
    for (const unit of ['4B', 'Apt. 4B', '# 12', 'Suite 200']) {
      expect(said('streetUnit', unit)).toBeUndefined();
    }
    for (const wrong of ['x'.repeat(21), 'Apt 4\nB']) {
      expect(said('streetUnit', wrong)).toBe('Please enter a shorter apartment or unit');
    }
    expect(said('streetDirection', 'NE')).toBeUndefined();
    expect(said('streetDirection', 'X')).toBe('Please select a direction');
  });

  test('[H01] no value whatever gets more than one sentence, and none that is not collected', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(fields) as FieldName[])),
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 300 }), fc.anything()),
        (field, value) => {
          const sentences = sayings(fields[field], value);
          expect(sentences.length).toBeLessThanOrEqual(1);
          for (const sentence of sentences) expect(fieldSentences.has(sentence)).toBe(true);
        },
      ),
    );
  });
});
