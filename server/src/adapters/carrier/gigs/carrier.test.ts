import { carrierSuite } from '../carrier.suite.ts';
import { gigsWorld } from './world.suite.ts';

const undocumented = 'Gigs documents none';

carrierSuite('Gigs', gigsWorld, {
  coverage: 'Gigs tells availability by plan, not what network there is',
  reserveNumber: 'Gigs assigns the number',
  chooseNumber: 'Gigs assigns the number',
  checkDevice: 'Gigs tells no lock and no block',
  outages: undocumented,
  suspendLine: undocumented,
  numberLock: undocumented,
  emergencyAddress: undocumented,
  changeNumber: undocumented,
  allowances: 'Gigs’ add-ons have their own length and amount',
  mailSim: undocumented,
  transferPin: 'Gigs makes the PIN itself',
  refusePortOut: undocumented,
  'no coverage': 'Gigs takes no ZIP Code',
  'phone blocked': 'Gigs is told of no phone',
  'way same_network': 'Gigs tells it after the submit',
});
