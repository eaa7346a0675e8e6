import type { App, HandedIn } from './app.ts';
import type { Served } from './http/server.ts';
import type { Handler, Schedule } from './jobs/jobs.ts';
import { followNotices } from './notices/follow-notices.ts';
import * as noticeJobs from './notices/jobs.ts';
import { routes as noticeRoutes, staffRoutes as noticeStaffRoutes } from './notices/routes.ts';
import { staffRoutes as settingsStaffRoutes } from './brand-settings/routes.ts';
import { followSettings } from './brand-settings/settings-now.ts';
import { addOnKind } from './add-ons/add-on-kind.ts';
import { paidFor } from './add-ons/paid-for.ts';
import { purchaseEvent } from './checkout/purchase-event.ts';
import { staffRoutes as approvalRoutes } from './approvals/routes.ts';
import * as auditJobs from './audit/jobs.ts';
import { noteStaffCall } from './audit/audit.ts';
import { routes as auditRoutes } from './audit/routes.ts';
import * as addOnJobs from './add-ons/jobs.ts';
import { routes as addOnRoutes } from './add-ons/routes.ts';
import { routes as addressRoutes } from './address/routes.ts';
import { routes as accountRoutes } from './account/routes.ts';
import * as checkoutJobs from './checkout/jobs.ts';
import { isLineBeingPaid } from './checkout/line-busy.ts';
import { nextChargeAt } from './renewals/autopay.ts';
import { returnUnused, takeUnused } from './line-ending/unused-periods.ts';
import { loseReferral } from './checkout/move-order.ts';
import { newLineKind } from './checkout/new-line-kind.ts';
import type { OrderKinds } from './checkout/order-kinds.ts';
import { orderNumbers } from './checkout/find-orders.ts';
import { routes as checkoutRoutes } from './checkout/routes.ts';
import * as codeJobs from './codes/jobs.ts';
import * as callerJobs from './callers/jobs.ts';
import { staffRoutes as callerStaffRoutes } from './callers/routes.ts';
import { isVerified } from './callers/verification.ts';
import { ownerOfNamed } from './callers/whose.ts';
import { routes as coverageRoutes } from './coverage/routes.ts';
import { routes as creditRoutes } from './credit/routes.ts';
import * as disputeJobs from './disputes/jobs.ts';
import { staffRoutes as disputeStaffRoutes } from './disputes/routes.ts';
import * as eventJobs from './events/jobs.ts';
import * as contentJobs from './content/jobs.ts';
import { routes as contentRoutes } from './content/routes.ts';
import * as joiningJobs from './joining/jobs.ts';
import { routes as joiningRoutes } from './joining/routes.ts';
import * as emailJobs from './emails/jobs.ts';
import { receiveTextNotice } from './texts/deliveries.ts';
import { receiveMailNotice } from './emails/returned-emails.ts';
import { routes as lineDetailRoutes } from './line-detail/routes.ts';
import { routes as lineHealthRoutes } from './line-health/routes.ts';
import * as lineEndingJobs from './line-ending/jobs.ts';
import { routes as lineEndingRoutes } from './line-ending/routes.ts';
import * as lineHoldJobs from './line-hold/jobs.ts';
import { withHold } from './line-hold/ended-holds.ts';
import { routes as lineHoldRoutes } from './line-hold/routes.ts';
import * as householdJobs from './household/jobs.ts';
import { routes as householdRoutes } from './household/routes.ts';
import * as lineHandoverJobs from './line-handover/jobs.ts';
import { routes as lineHandoverRoutes } from './line-handover/routes.ts';
import * as lineSeparationJobs from './line-separation/jobs.ts';
import {
  routes as lineSeparationRoutes,
  staffRoutes as lineSeparationStaffRoutes,
} from './line-separation/routes.ts';
import * as lineLockJobs from './line-locks/jobs.ts';
import * as lineSafetyJobs from './line-safety/jobs.ts';
import { stopMoves } from './line-safety/make-safe.ts';
import { stopBegunBy } from './line-safety/stop-begun.ts';
import { routes as lineSafetyRoutes } from './line-safety/routes.ts';
import { routes as needRoutes } from './needs/routes.ts';
import * as numberChangeJobs from './number-change/jobs.ts';
import { routes as numberChangeRoutes } from './number-change/routes.ts';
import * as portOutJobs from './port-out/jobs.ts';
import { routes as portOutRoutes } from './port-out/routes.ts';
import * as lineJobs from './lines/jobs.ts';
import { routes as lineRoutes } from './lines/routes.ts';
import * as limitJobs from './limits/jobs.ts';
import * as paymentJobs from './payments/jobs.ts';
import { receivePaymentNotice, type Owners } from './payments/payments.ts';
import { routes as paymentRoutes } from './payments/routes.ts';
import * as planChangeJobs from './plan-change/jobs.ts';
import { planChangeKind, withNextPlan } from './plan-change/plan-change-kind.ts';
import { routes as planChangeRoutes } from './plan-change/routes.ts';
import * as portInJobs from './port-in/jobs.ts';
import { routes as portInRoutes, staffRoutes as portInStaffRoutes } from './port-in/routes.ts';
import { routes as planRoutes, staffRoutes as planStaffRoutes } from './plans/routes.ts';
import * as planJobs from './plans/jobs.ts';
import * as privacyJobs from './privacy/jobs.ts';
import { routes as privacyRoutes, staffRoutes as privacyStaffRoutes } from './privacy/routes.ts';
import * as pushJobs from './push/jobs.ts';
import { pushHooks } from './push/push-hooks.ts';
import { routes as pushRoutes } from './push/routes.ts';
import { staffRoutes as promoStaffRoutes } from './promos/routes.ts';
import { routes as referralRoutes } from './referrals/routes.ts';
import * as reconciliationJobs from './reconciliation/jobs.ts';
import { withTold } from './renewals/autopay-add-on.ts';
import { withAutopay } from './renewals/autopay-at-checkout.ts';
import * as renewalJobs from './renewals/jobs.ts';
import { renewalKind } from './renewals/renewal-kind.ts';
import { routes as renewalRoutes } from './renewals/routes.ts';
import { gaugeBooks } from './reconciliation/reconciliation.ts';
import * as sessionJobs from './sessions/jobs.ts';
import { routes as sessionRoutes } from './sessions/routes.ts';
import { identify, liveSessions } from './sessions/sessions.ts';
import * as signInJobs from './sign-in/jobs.ts';
import { routes as signInRoutes } from './sign-in/routes.ts';
import * as shippingJobs from './shipping/jobs.ts';
import { playMailOf } from './shipping/play-mail.ts';
import { routes as shippingRoutes, staffRoutes as shippingStaffRoutes } from './shipping/routes.ts';
import { gaugeStock } from './shipping/stock.ts';
import * as simReplacementJobs from './sim-replacement/jobs.ts';
import { routes as simReplacementRoutes } from './sim-replacement/routes.ts';
import { listServices } from './adapters/outside-answers.ts';
import { examine } from './operator/doctor.ts';
import { hideSecrets } from './operator/doctor-secrets.ts';
import { staffRoutesFor as stuckStaffRoutesFor } from './stuck/routes.ts';
import * as stuckJobs from './stuck/jobs.ts';
import * as supportJobs from './support/jobs.ts';
import {
  staffRoutes as supportStaffRoutes,
  supportPages,
  routes as supportRoutes,
} from './support/routes.ts';
import * as usageJobs from './usage/jobs.ts';
import { routes as usageRoutes } from './usage/routes.ts';
import * as textJobs from './texts/jobs.ts';
import { staffRoutes as booksStaffRoutes } from './books/routes.ts';
import * as todayJobs from './today/jobs.ts';
import { staffRoutes as todayStaffRoutes } from './today/routes.ts';
import { routes as textRoutes } from './texts/routes.ts';
import type { StaffRoute } from './http/serve-staff.ts';
import { demoStaff } from './staff/demo-staff.ts';
import * as staffJobs from './staff/jobs.ts';
import { routesFor as staffRoutesFor } from './staff/routes.ts';
import { identifyStaff } from './staff/sessions.ts';
import { gaugeStuck } from './checkout/stuck.ts';
import { receiveCarrierNotice } from './lines/carrier-notices.ts';
import { memberOf } from './lines/members.ts';
import { owners } from './sign-in/owners.ts';
import { takeProof } from './sign-in/take-proof.ts';

/** The console's calls. */
const staffRoutes: readonly StaffRoute[] = [
  ...staffRoutesFor(() => staffRoutes.map(({ endpoint }) => endpoint)),
  ...auditRoutes,
  ...stuckStaffRoutesFor({ listServices, examine, hideSecrets }),
  ...portInStaffRoutes,
  ...shippingStaffRoutes,
  ...supportStaffRoutes,
  ...callerStaffRoutes,
  ...planStaffRoutes,
  ...promoStaffRoutes,
  ...todayStaffRoutes,
  ...booksStaffRoutes,
  ...settingsStaffRoutes,
  ...noticeStaffRoutes,
  ...disputeStaffRoutes,
  ...approvalRoutes,
  ...privacyStaffRoutes,
  ...lineSeparationStaffRoutes,
];

export const served: Served = {
  routes: [
    ...contentRoutes,
    ...planRoutes,
    ...coverageRoutes,
    ...addressRoutes,
    ...sessionRoutes,
    ...accountRoutes,
    ...signInRoutes,
    ...lineRoutes,
    ...needRoutes,
    ...portInRoutes,
    ...lineSafetyRoutes,
    ...paymentRoutes,
    ...checkoutRoutes,
    ...creditRoutes,
    ...referralRoutes,
    ...lineDetailRoutes,
    ...lineHealthRoutes,
    ...renewalRoutes,
    ...addOnRoutes,
    ...simReplacementRoutes,
    ...shippingRoutes,
    ...lineEndingRoutes,
    ...lineHoldRoutes,
    ...lineHandoverRoutes,
    ...householdRoutes,
    ...lineSeparationRoutes,
    ...usageRoutes,
    ...portOutRoutes,
    ...numberChangeRoutes,
    ...planChangeRoutes,
    ...supportRoutes,
    ...textRoutes,
    ...pushRoutes,
    ...joiningRoutes,
    ...noticeRoutes,
    ...privacyRoutes,
  ],
  identify,
  takeProof,
  memberOf,
  liveSessions,
  owners,
  support: supportPages,
  playMail: playMailOf,
  gauges: async (app, db) => ({
    stuck: await gaugeStuck(app, db),
    books: await gaugeBooks(db),
    simCards: await gaugeStock(app, db),
  }),
  notices: {
    payment: receivePaymentNotice,
    carrier: receiveCarrierNotice,
    mail: receiveMailNotice,
    texts: receiveTextNotice,
  },
  console: {
    routes: staffRoutes,
    identify: identifyStaff,
    note: noteStaffCall,
    demoStaff,
    ownerOf: ownerOfNamed,
    isVerified,
  },
};

export const chargeOwners: Owners = { order: checkoutJobs.orderNews };

const orderKinds: OrderKinds = {
  new_line: withHold(withAutopay(newLineKind)),
  renewal: withHold(withNextPlan(renewalKind)),
  plan_change: withHold(planChangeKind),
  add_on: withTold(addOnKind),
};

export const handedIn: HandedIn = {
  orderKinds,
  orderNumbers,
  purchaseEvent,
  paidFor,
  async paymentLost(app, tx, orderId) {
    await loseReferral(app, tx, orderId);
    await takeUnused(app, tx, orderId);
  },
  paymentStands: returnUnused,
  push: pushHooks,
  stopMoves,
  stopBegunBy,
};

/** What staff have set and said, which any process may have changed. */
export async function followBrands(app: App): Promise<void> {
  await followSettings(app);
  await followNotices(app);
}

export const handlers: Handler[] = [
  ...emailJobs.handlers,
  ...contentJobs.handlers,
  ...codeJobs.handlers,
  ...limitJobs.handlers,
  ...sessionJobs.handlers,
  ...signInJobs.handlers,
  ...eventJobs.handlers,
  ...lineJobs.handlersFor({ isBeingPaid: isLineBeingPaid, nextCharge: nextChargeAt }),
  ...lineLockJobs.handlers,
  ...lineSafetyJobs.handlers,
  ...portInJobs.handlers,
  ...paymentJobs.handlersFor(chargeOwners),
  ...checkoutJobs.handlers,
  ...renewalJobs.handlers,
  ...addOnJobs.handlers,
  ...simReplacementJobs.handlers,
  ...shippingJobs.handlers,
  ...lineEndingJobs.handlers,
  ...lineHoldJobs.handlers,
  ...lineHandoverJobs.handlers,
  ...householdJobs.handlers,
  ...lineSeparationJobs.handlers,
  ...usageJobs.handlers,
  ...portOutJobs.handlers,
  ...numberChangeJobs.handlers,
  ...planChangeJobs.handlers,
  ...reconciliationJobs.handlers,
  ...stuckJobs.handlers,
  ...supportJobs.handlers,
  ...textJobs.handlers,
  ...pushJobs.handlers,
  ...joiningJobs.handlers,
  ...auditJobs.handlers,
  ...staffJobs.handlers,
  ...callerJobs.handlers,
  ...todayJobs.handlers,
  ...noticeJobs.handlers,
  ...disputeJobs.handlers,
  ...privacyJobs.handlers,
  ...planJobs.handlers,
];

export const schedules: Schedule[] = [
  ...emailJobs.schedules,
  ...contentJobs.schedules,
  ...codeJobs.schedules,
  ...limitJobs.schedules,
  ...sessionJobs.schedules,
  ...eventJobs.schedules,
  ...lineJobs.schedulesFor(isLineBeingPaid),
  ...lineLockJobs.schedules,
  ...portInJobs.schedules,
  ...paymentJobs.schedules,
  ...checkoutJobs.schedules,
  ...renewalJobs.schedules,
  ...addOnJobs.schedules,
  ...simReplacementJobs.schedules,
  ...shippingJobs.schedules,
  ...lineEndingJobs.schedules,
  ...lineHoldJobs.schedules,
  ...lineHandoverJobs.schedules,
  ...householdJobs.schedules,
  ...lineSeparationJobs.schedules,
  ...usageJobs.schedules,
  ...portOutJobs.schedules,
  ...numberChangeJobs.schedules,
  ...planChangeJobs.schedules,
  ...reconciliationJobs.schedules,
  ...stuckJobs.schedules,
  ...supportJobs.schedules,
  ...textJobs.schedules,
  ...auditJobs.schedules,
  ...staffJobs.schedules,
  ...callerJobs.schedules,
  ...todayJobs.schedules,
  ...noticeJobs.schedules,
  ...disputeJobs.schedules,
  ...privacyJobs.schedules,
  ...planJobs.schedules,
];
