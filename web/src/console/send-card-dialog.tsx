import {
  listShipping,
  printSlip,
  sendCard,
  type ShippedCard,
  viewStock,
} from '@portside/contract/console/shipping';
import { useRef, useState } from 'react';
import { fetchDocument, saveDocument } from '../api/document.ts';
import { useCall } from '../api/use-call.tsx';
import { useRefresh } from '../api/use-send.ts';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

const carriers = ['USPS', 'UPS', 'FedEx', 'DHL'];
const OTHER = 'other';

/** A pile goes with one carrier: the next parcel begins with that of the last. */
let lastCarrier = 'USPS';

interface Values {
  iccid: string;
  carrier: string;
  otherCarrier: string;
  trackingNumber: string;
}

/** A scanner types and presses Enter: the first goes on to the tracking number, the second sends. */
export function SendCardDialog(props: {
  card: ShippedCard;
  onClose: () => void;
  onSent: () => void;
}) {
  const { card, onClose, onSent } = props;
  const { timeZone } = useShop();
  const refresh = useRefresh();
  const tracking = useRef<HTMLInputElement>(null);
  const { mailed } = card;
  const known = mailed && !carriers.includes(mailed.carrier);
  const form = useForm<Values>({
    initial: {
      iccid: mailed?.iccid ?? '',
      carrier: known ? OTHER : (mailed?.carrier ?? lastCarrier),
      otherCarrier: known ? mailed.carrier : '',
      trackingNumber: mailed?.trackingNumber ?? '',
    },
    ...useSubmit(sendCard, {
      input: ({ iccid, carrier, otherCarrier, trackingNumber }: Values) => ({
        id: card.id,
        iccid,
        carrier: carrier === OTHER ? otherCarrier : carrier,
        trackingNumber,
        ...(mailed && { corrects: true }),
      }),
      onDone: (_answer, sent) => {
        if (carriers.includes(sent.carrier)) lastCarrier = sent.carrier;
        onSent();
        void refresh([listShipping, viewStock]);
      },
      onFailed: () => void refresh([listShipping, viewStock]),
      refusalAt: 'iccid',
    }),
  });
  return (
    <FormDialog
      above={
        <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
          <address className="not-italic">
            {[card.recipient, ...card.address].map((line) => (
              <span className="block" key={line}>
                {line}
              </span>
            ))}
          </address>
          <SlipButton card={card} />
        </div>
      }
      form={form}
      onClose={onClose}
      open
      submitLabel={mailed ? 'Save the correction' : 'It is sent'}
      subtitle={
        mailed
          ? `Sent by ${mailed.by}, ${moment(mailed.at, timeZone)}. The customer gets no further email.`
          : card.replacesSim
            ? 'It replaces the SIM of a line that works.'
            : 'Its line begins with this card.'
      }
      title={mailed ? `Correct: ${card.recipient}` : `Send to ${card.recipient}`}
    >
      <Field
        {...form.text('iccid')}
        autoComplete="off"
        autoFocus
        hint="Scan the card, or type the number on it."
        inputMode="numeric"
        label="Number on the card (ICCID)"
        onEnter={() => tracking.current?.focus()}
      />
      <Select
        label="Carrier"
        name="carrier"
        onChange={(value) => form.set('carrier', value)}
        options={[
          ...carriers.map((value) => ({ value, label: value })),
          { value: OTHER, label: 'Another one' },
        ]}
        value={form.values.carrier}
      />
      {form.values.carrier === OTHER && (
        <Field
          {...form.text('otherCarrier')}
          error={form.errors['otherCarrier'] ?? form.errors['carrier']}
          label="Name of the carrier"
        />
      )}
      <Field
        {...form.text('trackingNumber')}
        autoComplete="off"
        hint="Scan it from the label. Leave it empty for a letter without one."
        label="Tracking number"
        optional
        ref={tracking}
      />
    </FormDialog>
  );
}

/** Which of a person's cards: the one that was sent by its number, one to send by when it was ordered. */
export const whichCard = ({ recipient, since, mailed }: ShippedCard, timeZone: string): string =>
  mailed
    ? `${recipient}, card ending in ${mailed.iccid.slice(-4)}`
    : `${recipient}, since ${moment(since, timeZone)}`;

export function SlipButton({ card }: { card: ShippedCard }) {
  const { timeZone } = useShop();
  const call = useCall();
  const [isLoading, setLoading] = useState(false);
  return (
    <Button
      aria-label={`Packing slip for ${whichCard(card, timeZone)}`}
      loading={isLoading}
      onClick={() => {
        setLoading(true);
        void fetchDocument(call, printSlip, { id: card.id })
          .then(saveDocument)
          .catch(() => undefined)
          .finally(() => setLoading(false));
      }}
      variant="quiet"
    >
      Packing slip
    </Button>
  );
}
