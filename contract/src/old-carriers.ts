/** Where a carrier's customers find what a port-in needs. Dated, because carriers change it. */
export interface OldCarrier {
  readonly id: string;
  readonly name: string;
  readonly accountNumber: string;
  readonly transferPin: string;
  readonly pinLives?: string;
  readonly lock?: string;
  readonly checked: string;
  readonly unsure?: true;
}

/** What staff read; a carrier that is not among ours is as it was typed. */
export const oldCarrierName = (asked: string): string =>
  oldCarriers.find(({ id }) => id === asked)?.name ?? asked;

export const keepOldLine =
  'Don’t cancel your old line. It ends automatically when your number gets here.';
export const pinLabel = 'Number Transfer PIN (not your account or voicemail PIN)';

const inTheApp = 'In the app or on the website of your carrier, under account or profile.';
const pinInTheApp = 'Request it in the app, on the website or by phone.';

export const oldCarriers: readonly OldCarrier[] = [
  {
    id: 'att',
    name: 'AT&T',
    accountNumber: 'At the top right of your bill, in the app, or dial 611.',
    transferPin:
      'Dial *PORT (*7678), or request it in your profile. Only the primary user can. One PIN covers all lines.',
    pinLives: '4 days; 14 days for business accounts',
    lock: 'Wireless Account Lock',
    checked: '2026-06',
  },
  {
    id: 'att-prepaid',
    name: 'AT&T Prepaid',
    accountNumber: 'Dial 611, or call 1-800-901-9878.',
    transferPin: 'There’s no separate transfer PIN: use your account PIN.',
    checked: '2026-06',
    unsure: true,
  },
  {
    id: 'verizon',
    name: 'Verizon',
    accountNumber: 'On your bill, 14 digits like 000000000-00000. Enter it without the dash.',
    transferPin:
      'Dial #PORT (#7678), or request it in the app. Only the account owner or a manager can.',
    pinLives: '7 days',
    lock: 'Number Lock (while it is on, no PIN can be made)',
    checked: '2026-06',
  },
  {
    id: 'verizon-prepaid',
    name: 'Verizon Prepaid',
    accountNumber: 'Your 10-digit phone number.',
    transferPin: 'The 4-digit PIN of your account.',
    checked: '2026-06',
    unsure: true,
  },
  {
    id: 't-mobile',
    name: 'T-Mobile',
    accountNumber: 'On your bill or in the app, 9 digits.',
    transferPin:
      'Request it in the app, on the T-Mobile network with Wi-Fi off. Only the primary account holder can.',
    pinLives: '7 days',
    lock: 'Port Out Protection, for each line; only the primary account holder can turn it off',
    checked: '2026-06',
  },
  {
    id: 't-mobile-prepaid',
    name: 'T-Mobile Prepaid',
    accountNumber: 'Your phone number with a 1 in front.',
    transferPin: 'The PIN of your account.',
    checked: '2026-06',
    unsure: true,
  },
  {
    id: 'metro',
    name: 'Metro by T-Mobile',
    accountNumber: 'In the app, 9 digits.',
    transferPin: 'The account PIN that you chose.',
    lock: 'Port Out Protection',
    checked: '2026-06',
    unsure: true,
  },
  {
    id: 'google-fi',
    name: 'Google Fi',
    accountNumber:
      'On the website, where you start to cancel the service: it shows the account number and a PIN. Stop there.',
    transferPin: 'Shown together with the account number, one for each line.',
    lock: 'Number Lock (on the website only)',
    checked: '2024-07',
  },
  ...[
    ['mint', 'Mint Mobile'],
    ['visible', 'Visible'],
    ['cricket', 'Cricket'],
    ['boost', 'Boost Mobile'],
    ['us-mobile', 'US Mobile'],
    ['tello', 'Tello'],
  ].map(([id = '', name = '']) => ({
    id,
    name,
    accountNumber: inTheApp,
    transferPin: pinInTheApp,
    checked: '2026-06',
    unsure: true as const,
  })),
  {
    id: 'other',
    name: 'Another carrier',
    accountNumber: inTheApp,
    transferPin: pinInTheApp,
    lock: 'Any lock on your number or your account',
    checked: '2026-06',
    unsure: true,
  },
];
