/** Shared by demo, tests and documents; no browser bundle names them. */
export const maya = {
  firstName: 'Maya',
  lastName: 'Alvarez',
  email: 'maya@example.com',
  contact: {
    contactNumber: '+12125550101',
    streetNumber: '120',
    streetDirection: 'W',
    streetName: 'Fulton Street',
    streetUnit: '',
    city: 'New York',
    state: 'NY',
    zipCode: '10038',
  },
} as const;

export const demoPeople = [
  maya,
  { firstName: 'Omar', lastName: 'Haddad', email: 'omar@example.com' },
  { firstName: 'Ines', lastName: 'Moreau', email: 'ines@example.com' },
  { firstName: 'Lee', lastName: 'Park', email: 'lee@example.com' },
] as const;

export const demoPassword = 'Harbor1!';

/** Of the console; their codes of the moment are at `/sandbox/staff`. */
export const demoStaff = [
  // Trained to help survivors, so that a trial shows their inbox.
  { name: 'Ada Lindqvist', email: 'admin@harbor.example', role: 'admin', trained: true },
  { name: 'Ben Okafor', email: 'billing@harbor.example', role: 'billing' },
  { name: 'Aya Tanaka', email: 'agent@harbor.example', role: 'agent' },
  { name: 'Vic Romero', email: 'viewer@harbor.example', role: 'viewer' },
] as const;
