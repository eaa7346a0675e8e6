import { viewUser, editUser } from '@portside/contract/account';
import { viewPlannedCharge } from '@portside/contract/autopay';
import { listOpenOrders, viewOrder } from '@portside/contract/checkout';
import { quoteAddOn } from '@portside/contract/add-ons';
import { viewCredit } from '@portside/contract/credit';
import { viewReferrals } from '@portside/contract/referrals';
import { viewLine } from '@portside/contract/line-detail';
import { viewHold } from '@portside/contract/line-hold';
import { listInvitations } from '@portside/contract/household';
import { listHandovers, viewHandover } from '@portside/contract/line-handover';
import { viewLineHealth } from '@portside/contract/line-health';
import { setEmergencyAddress } from '@portside/contract/emergency-address';
import { blockLine, unblockLine } from '@portside/contract/line-block';
import { setLocks } from '@portside/contract/line-locks';
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
import { listNeeds } from '@portside/contract/needs';
import { listNewNumbers } from '@portside/contract/new-numbers';
import { viewNotices } from '@portside/contract/notices';
import { quotePlanChange } from '@portside/contract/plan-change';
import { quoteRenewal } from '@portside/contract/renewals';
import { viewSafety } from '@portside/contract/safety';
import { viewSecondStep } from '@portside/contract/second-step';
import { listSessions, listActivity } from '@portside/contract/sessions';
import {
  listPasskeys,
  askPasskeyOptions,
  addPasskey,
  removePasskey,
  stepUp,
  logout,
} from '@portside/contract/sign-in';
import { viewTexts } from '@portside/contract/texts';
import { viewAlerts, viewUsage } from '@portside/contract/usage';
import type { Endpoint } from '@portside/contract/endpoint';
import { eventsName } from '@portside/contract/events';

const doings: readonly (readonly [Endpoint, string])[] = [
  [viewUser, '{agent} from support viewed your details'],
  [listLines, '{agent} from support viewed your lines'],
  [listNeeds, '{agent} from support viewed what’s waiting for you'],
  [listNewNumbers, '{agent} from support looked at new numbers for a line'],
  [viewLine, '{agent} from support viewed a line'],
  [viewHold, '{agent} from support viewed what a hold costs'],
  [viewHandover, '{agent} from support viewed whether a line can be handed over'],
  [listHandovers, '{agent} from support viewed the lines that are offered to you'],
  [listInvitations, '{agent} from support viewed the lines that you are invited to'],
  [viewLineHealth, '{agent} from support checked whether a line works'],
  [viewUsage, '{agent} from support viewed the usage of a line'],
  [viewPlannedCharge, '{agent} from support viewed what autopay would charge'],
  [viewAlerts, '{agent} from support viewed the usage emails of a line'],
  [quoteRenewal, '{agent} from support looked at what the next 30 days of a line cost'],
  [quoteAddOn, '{agent} from support looked at what an add-on for a line costs'],
  [blockLine, '{agent} from support tried to block a line'],
  [unblockLine, '{agent} from support tried to unblock a line'],
  [setEmergencyAddress, '{agent} from support tried to change the 911 address of a line'],
  [setLocks, '{agent} from support tried to change the locks of a line'],
  [quotePlanChange, '{agent} from support looked at what another plan of a line costs'],
  [viewNotices, '{agent} from support viewed the notices on your pages'],
  [viewSafety, '{agent} from support viewed whether moves are paused'],
  [viewTexts, '{agent} from support viewed where text messages go'],
  [viewCredit, '{agent} from support viewed your credit'],
  [viewReferrals, '{agent} from support viewed the friends who joined with your code'],
  [updateNickname, '{agent} from support tried to change the nickname of a line'],
  [editUser, '{agent} from support tried to edit your details'],
  [listCards, '{agent} from support viewed your cards'],
  [listTransactions, '{agent} from support viewed your order history'],
  [viewTransaction, '{agent} from support viewed a payment'],
  [exportTransactions, '{agent} from support exported your order history'],
  [printReceipt, '{agent} from support viewed a receipt'],
  [downloadReceipt, '{agent} from support downloaded a receipt'],
  [listOpenOrders, '{agent} from support viewed your open payments'],
  [viewOrder, '{agent} from support viewed an order'],
  [listPortIns, '{agent} from support viewed your number transfers'],
  [viewPortIn, '{agent} from support viewed a number transfer'],
  [listSessions, '{agent} from support viewed where you’re logged in'],
  [listActivity, '{agent} from support viewed your activity'],
  [viewSecondStep, '{agent} from support viewed how you log in'],
  [listPasskeys, '{agent} from support viewed your passkeys'],
  [askPasskeyOptions, '{agent} from support tried to add a passkey'],
  [addPasskey, '{agent} from support tried to add a passkey'],
  [removePasskey, '{agent} from support tried to remove a passkey'],
  [viewCardPage, '{agent} from support viewed the page for a new card'],
  [stepUp, '{agent} from support tried to confirm your identity'],
  [logout, '{agent} from support left your account'],
];
const byName = new Map([
  ...doings.map(([endpoint, sentence]) => [endpoint.name, sentence] as const),
  [eventsName, '{agent} from support had your account open'] as const,
]);

export const agentSentence = (call: string): string =>
  byName.get(call) ?? '{agent} from support: {call}';
