import { viewUser, editUser } from '@portside/contract/account';
import { listOpenOrders, viewOrder } from '@portside/contract/checkout';
import { listLines, updateNickname } from '@portside/contract/lines';
import {
  listCards,
  listTransactions,
  viewTransaction,
  exportTransactions,
  printReceipt,
  downloadReceipt,
  viewCardPage,
} from '@portside/contract/payments';
import { listPortIns, viewPortIn } from '@portside/contract/port-in';
import { listSessions, listActivity } from '@portside/contract/sessions';
import {
  listPasskeys,
  askPasskeyOptions,
  addPasskey,
  removePasskey,
  stepUp,
  logout,
} from '@portside/contract/sign-in';
import type { Endpoint } from '@portside/contract/endpoint';
import { eventsName } from '@portside/contract/events';

/** What an agent's call was, for the customer who reads of it. */
const doings: readonly (readonly [Endpoint, string])[] = [
  [viewUser, '{agent} of customer care looked at your details'],
  [listLines, '{agent} of customer care looked at your lines'],
  [updateNickname, '{agent} of customer care tried to change the nickname of a line'],
  [editUser, '{agent} of customer care tried to edit your details'],
  [listCards, '{agent} of customer care looked at your cards'],
  [listTransactions, '{agent} of customer care looked at your order history'],
  [viewTransaction, '{agent} of customer care looked at a payment'],
  [exportTransactions, '{agent} of customer care exported your order history'],
  [printReceipt, '{agent} of customer care looked at a receipt'],
  [downloadReceipt, '{agent} of customer care downloaded a receipt'],
  [listOpenOrders, '{agent} of customer care looked at your open payments'],
  [viewOrder, '{agent} of customer care looked at an order'],
  [listPortIns, '{agent} of customer care looked at your port-ins'],
  [viewPortIn, '{agent} of customer care looked at a port-in'],
  [listSessions, '{agent} of customer care looked at your signed-in browsers'],
  [listActivity, '{agent} of customer care looked at your activity'],
  [listPasskeys, '{agent} of customer care looked at your passkeys'],
  [askPasskeyOptions, '{agent} of customer care tried to add a passkey'],
  [addPasskey, '{agent} of customer care tried to add a passkey'],
  [removePasskey, '{agent} of customer care tried to remove a passkey'],
  [viewCardPage, '{agent} of customer care looked at the page for a new card'],
  [stepUp, '{agent} of customer care tried to prove to be you'],
  [logout, '{agent} of customer care left your account'],
];
const byName = new Map([
  ...doings.map(([endpoint, sentence]) => [endpoint.name, sentence] as const),
  [eventsName, '{agent} of customer care had your account open'] as const,
]);

/** The sentence for a call; one without words of its own is named. */
export const agentSentence = (call: string): string =>
  byName.get(call) ?? '{agent} of customer care: {call}';
