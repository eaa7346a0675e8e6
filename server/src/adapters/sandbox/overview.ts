import { usageForm } from '../carrier/sandbox/usage-control.ts';
import { magicCards } from '../payment/sandbox/cards.ts';
import { html } from '../../formats/html.ts';
import { portOutForm } from '../carrier/sandbox/port-out-pages.ts';
import { clockForm } from './clock-control.ts';
import { mailForm } from './mail-control.ts';
import { table } from './page.ts';

const people = [
  [
    'Maya',
    'maya@example.com',
    'a line with four months of usage, two cards, seven orders in six months, one failed',
  ],
  ['Omar', 'omar@example.com', 'nothing yet: no line, card or order'],
  [
    'Ines',
    'ines@example.com',
    'a paid line that waits for its number: the port-in is to be re-submitted',
  ],
  ['Lee', 'lee@example.com', 'a line, and a session that has expired'],
] as const;

const portIns = [
  ['00 to 79', 'eligible; after submit it completes in a few seconds'],
  ['80', 'not eligible: not a portable number'],
  ['81', 'not eligible: already with this network'],
  ['82', 'not eligible: another port-in of it is pending'],
  ['90', 'rejected: account number wrong; completes with another one'],
  ['91', 'rejected: transfer PIN wrong or expired; completes with another one'],
  ['92', 'rejected: port lock is on; completes at the second re-submit'],
  ['93', 'rejected: old ZIP or name differs'],
  ['94', 'delayed: stays pending until advanced'],
  ['95', 'the carrier answers an error at submit'],
  ['96', 'the carrier’s first answer is lost: submitted once all the same'],
  ['97', 'the old carrier’s system fails at each try, until advanced; we stop after a day'],
  ['98', 'the carrier asks for a birthday and an address after the submit'],
  ['99', 'the check says that a birthday and an address are needed, and who the old carrier is'],
] as const;

const others = [
  [
    'SIM number (ICCID)',
    'starts with 890141, 8901410, 8901030 or 8901280',
    'the carrier’s: no new SIM needed, unless it ends in 9: in use; a change to a card that ends in 8887 is refused, and of one in 8886 the first answer is lost',
  ],
  ['SIM number (ICCID)', 'anything else of 18 to 22 digits', 'needs a new SIM'],
  ['Device (IMEI)', '35000000…', 'unlocked, with eSIM, as all others'],
  ['Device (IMEI)', '35000001…', 'unlocked, no eSIM'],
  ['Device (IMEI)', '35000002…', 'locked to another carrier'],
  ['Device (IMEI)', '35000003…', 'reported lost'],
  ['eSIM', 'of a number that ends in 77', 'has a confirmation code'],
  ['ZIP Code', '00000', 'has no coverage'],
  ['ZIP Code', 'ends in 4', 'has 4G LTE; all others have 5G'],
  ['Emergency address', 'street number 911', 'is not found'],
  ['Promo code', 'WELCOME10', '10 % off the plan'],
  ['Promo code', 'EXPIRED', 'is refused'],
  ['Refund', '“refuses every refund” at Payments', 'is refused, until it is set back'],
  ['Refund', '“Fail” beside it at Payments', 'comes back from the bank'],
  ['Dispute', '“Dispute” beside a charge at Payments', 'the bank takes the payment back'],
  ['Charge', '“rejects every charge” at Payments', 'is rejected for good, whatever the card'],
  ['Mail', 'bounce@example.com', 'is refused by the mailbox'],
  ['Text message', 'to a number that ends in 0098', 'the recipient has answered STOP'],
  ['Text message', 'to a number that ends in 0097', 'is refused: a landline'],
] as const;

/** `/sandbox`: what is simulated, and the values that steer it. */
export function overviewBody(
  now: Date,
  staff: readonly { email: string; role: string; code: string }[],
) {
  return html`<p>
      This shop is real down to its payment provider, its carrier and its post. These three are
      simulated: they keep their state, obey the values below, and can be broken on purpose.
    </p>
    <ul class="tiles">
      <li><a href="/sandbox/mail">Mailbox</a><span>Every email, with its code and link.</span></li>
      <li><a href="/sandbox/pay">Payments</a><span>Charges and notices of the provider.</span></li>
      <li>
        <a href="/sandbox/carrier">Carrier</a><span>Its log, and a hand to move things on.</span>
      </li>
      <li>
        <a href="/design">Design system</a><span>Every part of the interface, in every state.</span>
      </li>
      <li><a href="/app/docs">API reference</a><span>The calls of the shop.</span></li>
      <li><a href="/">The shop</a><span>Where customers are.</span></li>
      <li><a href="/console">The console</a><span>Where the carrier’s staff works.</span></li>
    </ul>
    ${clockForm(now)} ${usageForm()} ${mailForm()} ${portOutForm()}
    ${table(
      'Demo people, password Harbor1! each',
      ['Who', 'Sign-in', 'Has'],
      people.map(([who, email, has]) => [who, html`<code>${email}</code>`, has]),
    )}
    ${
      staff.length > 0 &&
      table(
        'Demo staff of the console, password Harbor1! each',
        ['Role', 'Sign-in', 'Code of the moment'],
        staff.map(({ role, email, code }) => [
          role,
          html`<code>${email}</code>`,
          html`<code>${code}</code>`,
        ]),
      )
    }
    ${table(
      'Simulated cards: any future expiry, any security code',
      ['Number', 'Does'],
      magicCards.map(({ number, does }) => [html`<code>${number}</code>`, does]),
    )}
    ${table(
      'Numbers brought along: the last two digits decide',
      ['Ends in', 'Port-in'],
      portIns.map(([digits, does]) => [html`<code>${digits}</code>`, does]),
    )}
    ${table(
      'Other magic values',
      ['Of what', 'Value', 'Means'],
      others.map(([what, value, means]) => [what, html`<code>${value}</code>`, means]),
    )}`;
}
