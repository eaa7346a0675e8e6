/** What staff did, in the words of the timeline; why it was refused stands behind it. */
const words: Readonly<Record<string, string>> = {
  startVerification: 'Verification of the caller',
  enterVerification: 'Code that the caller read out entered',
  addNote: 'Note written',
  showReceipt: 'Receipt looked at',
  exportCustomer: 'File of the customer’s data saved',
  eraseCustomer: 'Erasure of the account',
  viewPaidOrder: 'Paid order looked at',
  refundOrder: 'Refund asked for',
  giveCredit: 'Credit asked for',
  decideApproval: 'Refund or credit decided',
  suspendForCustomer: 'Block of the line asked for',
  resumeForCustomer: 'End of the block asked for',
  endForCustomer: 'End of the line asked for',
  replaceSimForCustomer: 'New SIM asked for',
  sendEsimForCustomer: 'Email about the eSIM sent again',
  quotePlanForCustomer: 'Price of another plan looked at',
  changePlanForCustomer: 'Another plan noted',
  undoPlanForCustomer: 'Noted plan taken back',
  resubmitForCustomer: 'Port-in corrected and sent again',
  viewDispute: 'Dispute looked at',
  viewEvidence: 'Evidence for the bank looked at',
  sendEvidence: 'Evidence sent to the bank',
  pauseForDispute: 'Line paused for a dispute',
  resumeAfterDispute: 'Pause for a dispute ended',
  sendCard: 'SIM card sent',
  noteDelivered: 'SIM card noted as delivered',
  printSlip: 'Packing slip printed',
  actOnStuck: 'Something stuck mended',
};

/** A call that has no words of its own is told by its name. */
export const doneByStaff = (call: string): string =>
  words[call] ??
  call
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());
