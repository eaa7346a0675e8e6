import type { FieldName } from './fields.ts';

/** A row of the specification's table (section 5), as somebody can type it wrong. */
export interface TableRow {
  readonly id: string;
  readonly field: FieldName;
  /** What is typed, and the sentence for it; the first is the empty one. */
  readonly typed: readonly (readonly [value: string, sentence: string])[];
}

const format =
  'Invalid password format. Passwords should be at least 6 characters long and contain one capital letter and one number and one symbol';
const email = 'Please enter a valid email address. Example: name@example.com';
const phone = 'Please enter a valid phone number';

const row = (id: string, field: FieldName, ...typed: TableRow['typed']): TableRow => ({
  id,
  field,
  typed,
});
/** A row with one sentence for whatever is wrong. */
const same = (id: string, field: FieldName, sentence: string, ...wrong: string[]) =>
  row(id, field, ['', sentence], ...wrong.map((value) => [value, sentence] as const));

/** What both doors are held to: under the field in the browser, in the server's answer for it. */
export const table: readonly TableRow[] = [
  same('H01', 'message', 'Please enter a message'),
  same('H02', 'email', email, 'maya', 'maya@example'),
  row('H03', 'password', ['', 'Please enter your password'], ['harbor1!', format]),
  row('H03', 'newPassword', ['', 'Please enter a new password'], ['Harbor!!', format]),
  row('H03', 'regPassword', ['', 'Please enter a password'], ['Harbor11', format]),
  same('H04', 'currentPassword', 'Please enter your current password', '12345'),
  row('H05', 'confirmNewPassword', ['', 'Please confirm your password']),
  row('H05', 'confirmRegPassword', ['', 'Please confirm your password']),
  same('H06', 'pinPassword', 'Please enter your PIN Password'),
  row(
    'H07',
    'billingAccount',
    ['', 'Please enter Billing Account Number'],
    ['123456', 'Please enter a valid Number'],
  ),
  row(
    'H08',
    'portIn',
    ['', 'Please enter Port In Number'],
    ['1115550101', 'Please enter a valid number'],
  ),
  same('H09', 'name', 'Please enter card holder name', 'M'),
  row(
    'H10',
    'number',
    ['', 'Please enter card number'],
    ['4242 4242 424', 'Card number must be atleast 12 digits'],
    ['4242 4242 4242 4241', 'Please enter a valid card number'],
  ),
  row(
    'H11',
    'expiry',
    ['', 'Please enter expiry date'],
    ['13/30', 'Please enter a valid expiry date'],
  ),
  row('H12', 'cvv', ['', 'Please enter cvv'], ['12', 'Please enter a valid cvv']),
  same('H13', 'cardholderName', 'Please enter your name', 'M'),
  same('H14', 'address', 'Please enter your address'),
  same('H14', 'addressOne', 'Please enter your address'),
  same('H15', 'city', 'Please enter city', 'A'),
  same('H16', 'zipCode', 'Please enter 5 digit ZIP Code', '1003'),
  same('H17', 'country', 'Please select country'),
  same('H18', 'countryCode', 'Enter code', '+'),
  same('H19', 'contactNumber', phone, '123456'),
  same('H20', 'firstName', 'Please enter your first name', 'M'),
  same('H20', 'lastName', 'Please enter your last name', 'Q'),
  row('H21', 'imei', ['', 'Please enter IMEI'], ['35000000000001', 'IMEI should be 15 digits']),
  row(
    'H22',
    'iccid',
    ['', 'Please enter ICCID number'],
    ['89014100000000000', 'ICCID number should be 18-22 digits'],
  ),
  row(
    'H22',
    'simNumber',
    ['', 'Please enter sim number'],
    ['89014100000000000', 'sim number should be 18-22 digits'],
  ),
  row(
    'H23',
    'yourNumber',
    ['', 'Please enter your number'],
    ['555-0101', 'Please enter a valid number'],
  ),
  same('H24', 'streetNumber', 'Please enter street number'),
  same('H25', 'streetName', 'Please enter street name'),
  same('H26', 'state', 'Please select a state'),
  same('H27', 'nickname', 'Please add a nickname'),
];
