import { carrierSuite } from '../carrier.suite.ts';
import { wholesaleWorld } from './world.suite.ts';

const undocumented = 'the shape documents none';

carrierSuite('the wholesale shape', wholesaleWorld, {
  coverage: undocumented,
  reserveNumber: 'the carrier assigns the number',
  chooseNumber: 'the carrier assigns the number',
  checkDevice: undocumented,
  outages: undocumented,
  numberLock: undocumented,
  emergencyAddress: 'its update of a subscriber is not said to reach 911',
  changePlan: undocumented,
  allowances: undocumented,
  changeSim: undocumented,
  mailSim: undocumented,
  usage: undocumented,
  transferPin: undocumented,
  issueTransferPin: undocumented,
  portOuts: undocumented,
  refusePortOut: undocumented,
  esim: 'how a profile comes is not documented',
  notices: undocumented,
  'no coverage': undocumented,
  'phone blocked': undocumented,
  'turn restricted': undocumented,
  'way not_portable': 'it is told at the submit only',
  'way same_network': undocumented,
  'way pending_elsewhere': undocumented,
  'way required_before': undocumented,
  'way details_required': undocumented,
  'way delayed': undocumented,
  'way carrier_system': undocumented,
});
