import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import type { OpenOrder, Quote } from '@portside/contract/checkout';
import { money } from '@portside/contract/formats';
import { e164, phone } from '@portside/contract/phone';
import { streetLine } from '@portside/contract/street-address';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CardStartNote } from './card-start-tile.tsx';
import { type Draft, type DraftPortIn, shippingAddress } from './draft.ts';
import { OtherOrdersPanel } from './other-orders-panel.tsx';
import type { Stop } from './steps.ts';
import type { PaymentState } from './use-payment.ts';

export interface ReviewedLine {
  readonly key: string;
  readonly planName: string;
  /** With its own SIM and number. */
  readonly draft: Draft;
}

interface ReviewPanelProps {
  draft: Draft;
  lines: readonly ReviewedLine[];
  onEdit: (stop: Stop) => void;
}

/** What was entered, each part a press away. */
export function ReviewPanel({ draft, lines, onEdit }: ReviewPanelProps) {
  const { i18n } = useLingui();
  const { contact } = draft;
  const number = e164(contact.contactNumber, contact.countryCode) ?? contact.contactNumber;
  const mailed = lines.find((line) => line.draft.simType === 'physical');
  return (
    <dl className="border-t">
      <Part label={i18n.t('Contact and service address')} onEdit={() => onEdit({ step: 'who' })}>
        {contact.firstName} {contact.lastName}
        <Lines
          lines={[
            phone(number),
            streetLine(contact),
            `${contact.city}, ${contact.state} ${draft.zipCode}`,
          ]}
        />
      </Part>
      {lines.map((line, at) => (
        <Part
          key={line.key}
          label={
            lines.length > 1
              ? i18n.t('Line {at}: {plan}', { at: at + 1, plan: line.planName })
              : i18n.t('Phone and number')
          }
          onEdit={() => onEdit({ step: 'phone', line: line.key })}
        >
          <NumberAndSim
            draft={line.draft}
            isAddressSaid={mailed !== undefined && mailed !== line}
          />
        </Part>
      ))}
    </dl>
  );
}

interface NumberAndSimProps {
  draft: Draft;
  /** With another line's SIM card. */
  isAddressSaid: boolean;
}

function NumberAndSim({ draft, isAddressSaid }: NumberAndSimProps) {
  const { i18n } = useLingui();
  const shipping = shippingAddress(draft);
  const physical = draft.simType === 'physical';
  return (
    <>
      {draft.numberKind !== 'new' && draft.portIn ? (
        <Lines
          lines={[
            phone(draft.portIn.msisdn),
            ...moveWords(i18n, draft.portIn.details, draft.brought.detailsWhen, physical),
          ]}
        />
      ) : draft.newNumber ? (
        phone(draft.newNumber)
      ) : (
        i18n.t('A new number near {zip}', { zip: draft.zipCode })
      )}
      <span className="block">
        {!physical
          ? i18n.t('eSIM, to install after you pay')
          : isAddressSaid
            ? i18n.t('SIM card, sent to the same address')
            : i18n.t('SIM card, sent to')}
      </span>
      {physical && (
        <>
          {!isAddressSaid && (
            <Lines
              lines={[
                shipping.addressOne,
                shipping.addressTwo,
                `${shipping.city}, ${shipping.state} ${shipping.zipCode}`,
              ]}
            />
          )}
          <CardStartNote brings={draft.numberKind !== 'new' && draft.portIn !== undefined} />
        </>
      )}
    </>
  );
}

interface PayNotesProps {
  quote: Quote;
  /** How many. */
  lines: number;
  /** Set when the price has changed. */
  before: number | undefined;
  cartNote: ReactNode;
  payment: PaymentState;
  others: readonly OpenOrder[];
  /** Autopay is chosen. */
  renews: boolean;
}

/** What must be known before the press, right above it. */
export function PayNotes(props: PayNotesProps) {
  const { quote, lines, before, cartNote, payment, others, renews } = props;
  const { i18n } = useLingui();
  const total = money(quote.finalCheckoutAmount);
  return (
    <>
      <div aria-live="assertive" className="flex flex-col gap-6 empty:hidden" role="alert">
        {before !== undefined && (
          <Note
            icon="receipt"
            tone="mark"
            title={
              before === quote.finalCheckoutAmount
                ? i18n.t('The price is the same')
                : i18n.t('The price has changed')
            }
          >
            {before === quote.finalCheckoutAmount
              ? i18n.t('The old price expired. The new one is the same: {total}.', { total })
              : i18n.t('It was {before} and is now {total}. You haven’t paid anything.', {
                  before: money(before),
                  total,
                })}
          </Note>
        )}
        <OtherOrdersPanel orders={others} />
        {cartNote}
        {payment.kind === 'trouble' && (
          <Note icon="warning" tone="fail" title={payment.message}>
            {payment.lost
              ? i18n.t(
                  'We don’t know if your order went through. Try again: you won’t be charged twice.',
                )
              : i18n.t('We kept everything you entered. Please try again.')}
          </Note>
        )}
      </div>
      <p className="measure text-fine text-ink-soft">
        {i18n.t('By paying you agree to our')}{' '}
        <TextLink to="/terms-and-conditions">{i18n.t('Terms & Conditions')}</TextLink>.{' '}
        {renews
          ? lines > 1
            ? i18n.t('You can turn autopay off on each line’s page at any time.')
            : i18n.t('You can turn autopay off on the line’s page at any time.')
          : i18n.t('You pay once. Nothing renews automatically.')}
      </p>
    </>
  );
}

/** While the price is loaded after a reload. */
export function PricePlace({ loading, onRetry }: { loading: boolean; onRetry: () => void }) {
  const { i18n } = useLingui();
  if (loading) {
    return (
      <div className="grid min-h-48 place-items-center">
        <Spinner />
      </div>
    );
  }
  return <FailedLoad onRetry={onRetry} title={i18n.t('The price didn’t load')} />;
}

/** Not before the payment. */
function moveWords(
  i18n: I18n,
  details: DraftPortIn['details'],
  when: Draft['brought']['detailsWhen'],
  physical: boolean,
): string[] {
  if (details === 'here already') return [i18n.t('Your number, which is waiting for a plan')];
  if (details === 'asked' && when === 'later') {
    return [i18n.t('Transferred once you give us your old carrier’s details')];
  }
  return [
    physical
      ? i18n.t('Transferred from your old carrier when you activate the SIM card')
      : i18n.t('Transferred from your old carrier once you’ve paid'),
    i18n.t('Your line with your old carrier ends automatically. Don’t cancel it there first.'),
  ];
}

interface PartProps {
  label: string;
  onEdit: () => void;
  children: ReactNode;
}

function Part({ label, onEdit, children }: PartProps) {
  const { i18n } = useLingui();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b py-4">
      <dt className="self-center font-strong">{label}</dt>
      <dd className="col-start-1 row-start-2 text-ink-soft">{children}</dd>
      <dd className="col-start-2 row-start-1">
        <Button
          aria-label={i18n.t('Edit {part}', { part: label })}
          className="-my-1 -me-[12px]"
          onClick={onEdit}
          variant="quiet"
        >
          {i18n.t('Edit')}
        </Button>
      </dd>
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.filter(Boolean).map((line) => (
    <span className="block" key={line}>
      {line}
    </span>
  ));
}

interface NoteProps {
  icon: 'receipt' | 'warning';
  tone: 'mark' | 'fail';
  title: string;
  children: ReactNode;
}

function Note({ icon, tone, title, children }: NoteProps) {
  const look = tone === 'mark' ? 'border-mark bg-mark-soft' : 'border-fail bg-fail-soft';
  return (
    <div className={`flex gap-3 remark-shape px-4 py-3 ${look}`}>
      <Icon className="mt-0.5" name={icon} size={20} />
      <div>
        <p className="font-strong">{title}</p>
        <p className="text-fine">{children}</p>
      </div>
    </div>
  );
}
