import { expect, test } from 'vitest';
import { freshDraft } from './draft.ts';
import { cardFaults, contactFaults } from './step-rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const card = { name: 'Maya Alvarez', number: '4242 4242 4242 4242', expiry: '11/26', cvv: '123' };
const { billing, contact } = freshDraft(undefined, '+1', '');

test('[H09] [H17] the card form asks for the card holder, and for a country of its own billing address', () => {
  const away = {
    ...billing,
    sameAddress: false,
    address: '1 Quay',
    city: 'Porto',
    zipCode: '40000',
  };
  expect(cardFaults({ ...card, ...billing, name: 'M' }, now)).toEqual({
    name: 'Please enter card holder name',
  });
  expect(cardFaults({ ...card, ...away, country: '' }, now)).toEqual({
    country: 'Please select country',
  });
  expect(cardFaults({ ...card, ...away, country: 'PT' }, now)).toEqual({});
});

test('[H20] [H24] [H25] [H26] an empty contact step says what every field wants, all at once', () => {
  expect(contactFaults({ ...contact, zipCode: '' })).toEqual({
    firstName: 'Please enter your first name',
    lastName: 'Please enter your last name',
    contactNumber: 'Please enter a valid phone number',
    streetNumber: 'Please enter street number',
    streetName: 'Please enter street name',
    city: 'Please enter city',
    state: 'Please select a state',
    zipCode: 'Please enter 5 digit ZIP Code',
  });
});
