type Given = Readonly<Record<string, unknown>>;

/**
 * What each call asks of its caller, from the specification (H, I, K13 to K24) and by name: read
 * beside the contract, and taken from nothing in it.
 */
export interface Guard {
  readonly caller: 'anyone' | 'customer' | 'crm';
  /** Refused in an agent's session, whatever is sent. */
  readonly noAgents?: true;
  /** A proof of the last minutes: always, or with what is given here. */
  readonly proof?: true | readonly Given[];
  /** What needs none although something else does. */
  readonly free?: readonly Given[];
  /** Refused while this lock of the line holds. */
  readonly lock?: 'sim' | 'number';
  /** Fields that name something of a customer's: another's is not there. */
  readonly owned?: readonly string[];
}

const anyone: Guard = { caller: 'anyone' };
/** Agents see it, and do it, too. */
const seen: Guard = { caller: 'customer' };
/** For the customer alone. */
const own: Guard = { caller: 'customer', noAgents: true };
const proven: Guard = { ...own, proof: true };
const of = (guard: Guard, ...owned: string[]): Guard => ({ ...guard, owned });

const address = {
  streetNumber: '120',
  streetName: 'Fulton Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10038',
};

const number = { msisdn: '2125550197' };

export const guards: Readonly<Record<string, Guard>> = {
  viewFrame: anyone,
  viewText: anyone,
  viewHome: anyone,
  listPlans: anyone,
  listLabels: anyone,
  viewPlan: anyone,
  viewCoverage: anyone,
  checkAddress: anyone,
  nameBrowser: anyone,
  listSessions: seen,
  endSession: of(proven, 'id'),
  endOtherSessions: proven,
  listActivity: seen,
  editUser: {
    ...own,
    proof: [{ email: 'a@example.com' }, { phoneNumber: '+12125550123' }, address],
    free: [{ firstName: 'Noa', lastName: 'Newcomer' }],
  },
  chooseLanguage: own,
  changeEmail: own,
  resendCode: own,
  askEmailCode: own,
  register: anyone,
  beginPurchase: anyone,
  login: anyone,
  askLoginCode: anyone,
  enterLoginCode: anyone,
  logout: seen,
  forgotPassword: anyone,
  resetPassword: anyone,
  removePasskeyAfterReset: anyone,
  denyChange: anyone,
  changePassword: own,
  stepUp: own,
  listPasskeys: seen,
  askPasskeyOptions: { ...seen, proof: true },
  addPasskey: { ...seen, proof: true },
  removePasskey: of({ ...seen, proof: true }, 'id'),
  askPasskeyLogin: anyone,
  passkeyLogin: anyone,
  viewSecondStep: seen,
  startAuthenticator: proven,
  confirmAuthenticator: proven,
  requirePasskey: proven,
  renewRecoveryCodes: proven,
  turnOffSecondStep: proven,
  createCrmTicket: { caller: 'crm' },
  crmLogin: anyone,
  updateNickname: of(own, 'id'),
  checkSim: anyone,
  checkDevice: anyone,
  viewEsim: of(proven, 'id'),
  activateSim: of(own, 'id'),
  blockLine: of(own, 'id'),
  unblockLine: of(proven, 'id'),
  setEmergencyAddress: of(proven, 'id'),
  viewUser: seen,
  checkPortIn: { caller: 'anyone', noAgents: true },
  updatePortIn: of(own, 'tempSubscriptionId'),
  bringNumber: {
    ...of(own, 'tempSubscriptionId', 'lineId'),
    proof: [{ ...number, zipCode: '10038', tempSubscriptionId: 'prt_no', lineId: 'lin_no' }],
    lock: 'number',
  },
  // Onto a line that has a number (line-safety/ways-to-a-number.test.ts).
  resubmitPortIn: { ...own, lock: 'number' },
  listPortIns: seen,
  viewPortIn: of(seen, 'id'),
  cancelPortIn: of(own, 'id'),
  listCards: seen,
  deleteCard: of(own, 'cardId', 'primaryCardId'),
  setPrimaryCard: of(own, 'cardId'),
  openCardPage: own,
  viewCardPage: of(seen, 'sessionId'),
  listTransactions: seen,
  exportTransactions: seen,
  viewTransaction: of(seen, 'id'),
  printReceipt: of(seen, 'id'),
  downloadReceipt: of(seen, 'id'),
  askQuote: anyone,
  listPrices: anyone,
  placeOrder: of(own, 'cardId'),
  listOpenOrders: seen,
  confirmPayment: of(own, 'payment'),
  viewOrder: of(seen, 'id'),
  viewCredit: seen,
  viewReferrals: seen,
  viewLine: of(seen, 'id'),
  listLines: seen,
  listNeeds: seen,
  viewNotices: seen,
  viewLineHealth: of(seen, 'id'),
  setLocks: {
    ...of(own, 'id'),
    proof: [
      { sim: false },
      { number: false },
      { sim: false, number: false },
      { sim: true, number: false },
      { sim: false, number: true },
    ],
    free: [{}, { sim: true }, { number: true }, { sim: true, number: true }],
  },
  setAutopay: of(own, 'id'),
  setAutopayCards: of(own, 'id', 'cardId', 'secondCardId'),
  viewAutopayConsent: anyone,
  viewPlannedCharge: of(seen, 'id'),
  quoteRenewal: of(seen, 'id'),
  renewLine: of(own, 'id', 'cardId'),
  quoteAddOn: of(seen, 'id'),
  buyAddOn: of(own, 'id', 'cardId'),
  stopAddOn: of(own, 'id'),
  keepAddOn: of(own, 'id'),
  replaceSim: { ...of(proven, 'id'), lock: 'sim' },
  sendNewCard: of(own, 'id'),
  stopReplacement: of(own, 'id'),
  viewReplacement: anyone,
  denyReplacement: anyone,
  endLine: of(proven, 'id'),
  undoEndLine: of(own, 'id'),
  viewHold: of(seen, 'id'),
  holdLine: of(own, 'id'),
  endHold: of(own, 'id'),
  // It says beforehand which lock would keep the line.
  viewHandover: { ...of(seen, 'id'), lock: 'number' },
  // The SIM lock keeps it, too (line-handover/beside-others.test.ts).
  offerLine: { ...of(proven, 'id'), lock: 'number' },
  withdrawOffer: of(own, 'id'),
  listHandovers: seen,
  acceptHandover: of(proven, 'id'),
  declineHandover: of(own, 'id'),
  giveLine: of(proven, 'id'),
  changeRole: of(proven, 'id'),
  takeBackLine: of(own, 'id'),
  listInvitations: seen,
  acceptInvitation: of(own, 'id'),
  declineInvitation: of(own, 'id'),
  leaveLine: of(own, 'id'),
  viewUsage: of(seen, 'id'),
  viewAlerts: of(seen, 'id'),
  setAlerts: of(own, 'id'),
  openPortOut: { ...of(proven, 'id'), lock: 'number' },
  closePortOut: of(own, 'id'),
  listNewNumbers: seen,
  changeNumber: { ...of(proven, 'id'), lock: 'number' },
  quotePlanChange: of(seen, 'id'),
  changePlan: of(own, 'id', 'cardId'),
  undoPlanChange: of(own, 'id'),
  // Whoever has its link, which is of nobody's account (P05).
  askSeparationCode: anyone,
  askSeparation: anyone,
  viewSeparation: anyone,
  addSeparationDocument: anyone,
  removeSeparationDocument: anyone,
  textSeparationCode: anyone,
  proveSeparationLine: anyone,
  answerSeparation: anyone,
  withdrawSeparation: anyone,
  contactUs: anyone,
  viewChat: { caller: 'anyone', noAgents: true },
  sendChatMessage: { caller: 'anyone', noAgents: true },
  readChat: { caller: 'anyone', noAgents: true },
  viewChatToken: own,
  viewSafety: seen,
  endSafetyPause: own,
  viewPrivacy: own,
  exportOwn: proven,
  askErasure: proven,
  keepAccount: own,
  viewPush: own,
  allowPush: own,
  endPush: of(own, 'id'),
  viewTexts: seen,
  allowTexts: proven,
  endTexts: own,
  confirmEmail: own,
  enterSecondStep: anyone,
};

/** Names of what is everybody's, or of what the caller makes up. */
export const nobodys = new Set(['planId', 'addOnId', 'clientId', 'quoteId', 'cartId']);
