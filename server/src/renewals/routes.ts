import * as autopayCalls from '@portside/contract/autopay';
import { keepAddOn as keepAddOnCall } from '@portside/contract/add-ons';
import * as calls from '@portside/contract/renewals';
import { serve } from '../http/serve.ts';
import { perAccount, perNetwork } from '../limits/rules.ts';
import { setAutopay, viewConsent, viewPlannedCharge } from './autopay.ts';
import { setAutopayCards } from './choose-autopay-cards.ts';
import { keepAddOn } from './keep-add-on.ts';
import { quoteRenewal, renewLine } from './renew.ts';

export const routes = [
  // Each change is an email.
  serve(autopayCalls.setAutopay, setAutopay, { limits: [perAccount(30, 15)] }),
  serve(autopayCalls.setAutopayCards, setAutopayCards, { limits: [perAccount(30, 15)] }),
  serve(autopayCalls.viewAutopayConsent, viewConsent),
  serve(autopayCalls.viewPlannedCharge, viewPlannedCharge, { limits: [perAccount(150, 15)] }),
  serve(keepAddOnCall, keepAddOn, { limits: [perAccount(150, 15)] }),
  serve(calls.quoteRenewal, quoteRenewal, { limits: [perAccount(150, 15)] }),
  // Against card testing.
  serve(calls.renewLine, renewLine, { limits: [perAccount(40, 15), perNetwork(120, 15)] }),
];
