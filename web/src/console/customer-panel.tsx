import { type CustomerPage, showReceipt } from '@portside/contract/console/customers';
import { money } from '@portside/contract/formats';
import { phone } from '@portside/contract/phone';
import type { ReactNode } from 'react';
import { fetchDocument, saveDocument } from '../api/document.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CorrectPortIn } from './correct-port-in-dialog.tsx';
import { LineActions } from './line-dialog.tsx';
import { CreditButton } from './credit-dialog.tsx';
import { CustomerPrivacy } from './customer-privacy-dialog.tsx';
import { moment } from './moment.ts';
import { RefundButton } from './refund-dialog.tsx';
import { useShop } from './shop.ts';
import { languageName } from './waiting.ts';

const words = (name: string) => {
  const spaced = name.replaceAll('_', ' ');
  return spaced.slice(0, 1).toUpperCase() + spaced.slice(1);
};

/** Who they are, and what is theirs. */
export function CustomerPanel({ page }: { page: CustomerPage }) {
  const { timeZone } = useShop();
  const at = (iso: string) => moment(iso, timeZone);
  // A plan is paid for every month.
  const named = (one: CustomerPage['payments'][number]) => `${one.item}, ${at(one.at)}`;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1">
        <Fact name="Email">
          <span className="break-all">{page.email}</span>
          {!page.emailVerified && ' (not confirmed)'}
        </Fact>
        <Fact name="Contact number">{phone(page.phone) || 'None'}</Fact>
        <Fact name="Address">{page.address || 'None'}</Fact>
        <Fact name="Reads">{languageName(page.language)}</Fact>
        <Fact name="Customer since">{at(page.since)}</Fact>
        <Fact name="Credit">
          {money(page.credit)} <CreditButton customerId={page.id} />
        </Fact>
        <Fact name="Chat">
          {page.chatId ? <TextLink to={`/chats/${page.chatId}`}>Open the chat</TextLink> : 'None'}
        </Fact>
      </dl>
      <p className="-ms-3 -mt-4">
        <CustomerPrivacy id={page.id} name={page.name} />
      </p>
      <Part empty="No lines." rows={page.lines} title="Lines">
        {(line) => (
          <Row
            key={line.id}
            aside={line.handedOverAt ? 'Handed over' : words(line.status)}
            title={phone(line.number) || 'No number yet'}
          >
            {line.plan}
            {line.nickname && line.nickname !== line.plan && `, “${line.nickname}”`}
            {line.handedOverAt
              ? `. Handed over to another account on ${at(line.handedOverAt)}: its number, plan and paid days are there, and refunds here don’t touch them`
              : line.paidUntil && `. Paid until ${at(line.paidUntil)}`}
            {line.heldUntil && `. On hold until ${at(line.heldUntil)}`}
            {line.takenOverAt &&
              `. Taken over from another account on ${at(line.takenOverAt)}, with days that were paid for there`}
            {line.iccid && (
              <span className="block break-all">
                {line.simType === 'esim' ? 'eSIM' : 'SIM card'} {line.iccid}
              </span>
            )}
            {line.member && <LineMember member={line.member} />}
            <LineActions line={line} />
          </Row>
        )}
      </Part>
      {page.linesOfOthers && (
        <Part empty="" rows={page.linesOfOthers} title="Lines of other accounts">
          {(line) => (
            <Row
              key={line.id}
              aside={words(line.status)}
              title={phone(line.number) || 'No number yet'}
            >
              {line.plan}. They have it as {line.role}, in the account of{' '}
              <PersonLink id={line.holder.id}>{line.holder.name}</PersonLink>
            </Row>
          )}
        </Part>
      )}
      {page.orders.length > 0 && (
        <Part empty="" rows={page.orders} title="Orders under way">
          {(order) => (
            <Row key={order.id} aside={money(order.amount)} title={order.item}>
              {order.number && `Order ${order.number}, `}
              {words(order.status)}, since {at(order.at)}
              {order.boughtWith && (
                <span className="block">
                  Bought together with {order.boughtWith.map(calledOrder).join(', ')}
                </span>
              )}
            </Row>
          )}
        </Part>
      )}
      {page.approvals.length > 0 && (
        <Part empty="" rows={page.approvals} title="Waits for a second person">
          {(one) => (
            <Row
              key={one.id}
              aside={money(one.amount)}
              title={one.kind === 'refund' ? `Refund for ${one.item}` : 'Credit'}
            >
              Asked for by {one.askedBy}, {at(one.askedAt)}.{' '}
              <TextLink className="inline-flex min-h-6 items-center" to="/approvals">
                See Approvals
              </TextLink>
            </Row>
          )}
        </Part>
      )}
      <Part empty="No payments." rows={page.payments} title="Payments and receipts">
        {(one) => (
          <Row key={one.id} aside={money(one.amount)} title={one.item}>
            <span className="flex flex-wrap items-center justify-between gap-x-4">
              <span>
                {words(one.outcome)}
                {one.card && `, card •••• ${one.card}`}, {at(one.at)}
                {one.orderNumber && `, order ${one.orderNumber}`}
              </span>
              <span className="flex flex-wrap">
                {one.outcome !== 'failed' && (
                  <ReceiptButton customer={page.id} item={named(one)} payment={one.id} />
                )}
                {one.outcome !== 'failed' && one.orderId && !one.parts && (
                  <RefundButton item={named(one)} orderId={one.orderId} />
                )}
              </span>
            </span>
            {one.parts && <PaidTogether isPaid={one.outcome !== 'failed'} parts={one.parts} />}
          </Row>
        )}
      </Part>
      <Part empty="No number was brought here." rows={page.portIns} title="Port-ins">
        {(one) => (
          <Row key={one.id} aside={words(one.status)} title={phone(one.number)}>
            {one.reason && words(one.reason)}
            {one.answer && (
              <span className="block">
                The old carrier, {at(one.answer.at)}: {one.answer.code} {one.answer.text}
              </span>
            )}
            <CorrectPortIn portIn={one} />
          </Row>
        )}
      </Part>
      <Part empty="No cards." rows={page.cards} title="Cards">
        {(card) => (
          <Row
            key={`${card.network} ${card.last4} ${card.expiry}`}
            aside={card.primary && 'Primary'}
            title={`${words(card.network)} •••• ${card.last4}`}
          >
            Until {card.expiry}
          </Row>
        )}
      </Part>
    </div>
  );
}

type Bought = NonNullable<CustomerPage['payments'][number]['parts']>[number];

const calledOrder = ({ number, id, item }: Bought) => `${number ?? id} (${item})`;

/** P03: each line of the payment has an order, and is refunded by itself. */
function PaidTogether({ parts, isPaid }: { parts: readonly Bought[]; isPaid: boolean }) {
  return (
    <ul aria-label="Lines of this payment" className="mt-1 ps-4">
      {parts.map((part) => (
        <li className="flex flex-wrap items-center justify-between gap-x-4" key={part.id}>
          <span>
            Order {calledOrder(part)}: {money(part.amount)}, {words(part.status)}
          </span>
          {isPaid && <RefundButton item={calledOrder(part)} orderId={part.id} />}
        </li>
      ))}
    </ul>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Part<Row>(props: {
  title: string;
  rows: readonly Row[];
  empty: string;
  children: (row: Row) => ReactNode;
}) {
  return (
    <section className="flex flex-col gap-1">
      <h2 className="text-lead">{props.title}</h2>
      {props.rows.length === 0 ? (
        <p className="text-ink-soft">{props.empty}</p>
      ) : (
        <ul className="border-t">{props.rows.map((row) => props.children(row))}</ul>
      )}
    </section>
  );
}

function Row(props: { title: ReactNode; aside?: ReactNode; children?: ReactNode }) {
  return (
    <li className="border-b py-2">
      <p className="flex justify-between gap-4">
        <span className="min-w-0 font-strong">{props.title}</span>
        <span className="shrink-0 tabular-nums">{props.aside}</span>
      </p>
      <div className="text-fine text-ink-soft">{props.children}</div>
    </li>
  );
}

/** P04: the line is in this account, and somebody else has it or is asked to. */
function LineMember({ member }: { member: NonNullable<CustomerPage['lines'][number]['member']> }) {
  const { id, name, email, role } = member;
  return (
    <span className="block wrap-anywhere">
      {id && name ? (
        <>
          <PersonLink id={id}>{name}</PersonLink> (invited at {email}) has this line, as {role}
        </>
      ) : (
        `${email} is invited to have this line, as ${role}, and has not accepted yet`
      )}
    </span>
  );
}

/** To the page of somebody else, which asks for them to be verified first. */
function PersonLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <TextLink className="inline-flex min-h-6 items-center" to={`/customers/${id}`}>
      {children}
    </TextLink>
  );
}

function ReceiptButton(props: { customer: string; payment: string; item: string }) {
  const call = useCall();
  const { customer: id, payment } = props;
  return (
    <Button
      aria-label={`Receipt for ${props.item}`}
      className="max-md:-ms-3"
      onClick={() =>
        void fetchDocument(call, showReceipt, { id, payment })
          .then(saveDocument)
          .catch(() => undefined)
      }
      variant="quiet"
    >
      Receipt
    </Button>
  );
}
