import { useLingui } from '@lingui/react';
import { CallFailed, type CallOptions } from '@portside/contract/call';
import { phone } from '@portside/contract/formats';
import { type Line, listLines } from '@portside/contract/lines';
import { bringNumber, listPortIns, resubmitPortIn, updatePortIn } from '@portside/contract/port-in';
import { type PortInField, portInField } from '@portside/contract/port-in-reasons';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notify } from '../api/notifications.ts';
import { useCall } from '../api/use-call.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import { Form, useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { OldCarrierForm } from './old-carrier-form.tsx';
import { alwaysAsked, detailFaults, noDetails, oldServiceOf } from './port-in-details.ts';

/** What the dialog is opened for (E10). */
export type DetailsTask =
  | { mode: 'add-portIn'; msisdn: string; zipCode: string; tempSubscriptionId: string }
  | { mode: 'edit-portIn'; msisdn: string; tempSubscriptionId: string }
  | {
      mode: 'resubmit-portIn';
      msisdn: string;
      required: readonly PortInField[];
      message: string;
    };

interface PortInDetailsDialogProps {
  task: DetailsTask;
  /** An `id` of the list of old carriers, where it is known. */
  carrier?: string | undefined;
  /** Active lines whose number could become this one; asked in add-portIn only. */
  lines?: readonly Line[] | undefined;
  open: boolean;
  onClose: () => void;
  /** Sent or saved: whoever opened the dialog forgets the port-in (G03). */
  onDone?: (() => void) | undefined;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** The old carrier's details, in the three modes of E10 and E11. A new key is a new form. */
export function PortInDetailsDialog(props: PortInDetailsDialogProps) {
  const { task, lines = [], open, onClose } = props;
  const { i18n } = useLingui();
  const call = useCall();
  const client = useQueryClient();
  const again = task.mode === 'resubmit-portIn';
  // What the carrier wants beyond the two is known only once it has answered.
  const [more, setMore] = useState<readonly PortInField[]>([]);
  const first = again ? task.required : alwaysAsked;
  const asks = [...first, ...more];
  const oneIsEnough = again && first.length > 1;

  const form = useForm({
    initial: { ...noDetails, carrier: props.carrier ?? '', lineId: '' },
    check: (values) => ({
      ...detailFaults(first, values, oneIsEnough),
      ...detailFaults(more, values),
    }),
    async onSubmit(values, signal) {
      try {
        await send(oldServiceOf(asks, values), values.lineId, { signal });
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        const wanted = error.errors
          .map(({ field }) => portInField.safeParse(field).data)
          .filter((field) => field !== undefined && !asks.includes(field));
        if (wanted.length > 0) setMore([...more, ...(wanted as PortInField[])]);
        // Without a field to show it at, the call has told it; the dialog stays for another try.
        if (error.errors.length > 0) throw error;
        return;
      } finally {
        void client.invalidateQueries({ queryKey: [listPortIns.name] });
        void client.invalidateQueries({ queryKey: [listLines.name] });
      }
      props.onDone?.();
      onClose();
    },
  });

  async function send(
    oldService: ReturnType<typeof oldServiceOf>,
    lineId: string,
    options: CallOptions,
  ) {
    const { msisdn } = task;
    if (task.mode === 'resubmit-portIn') {
      const { message } = await call(resubmitPortIn, { msisdn, oldService }, options);
      return notify({ error: false, message });
    }
    const { tempSubscriptionId } = task;
    const saved = await call(updatePortIn, { msisdn, tempSubscriptionId, oldService }, options);
    if (task.mode === 'edit-portIn') return notify({ error: false, message: saved.message });
    const { zipCode } = task;
    const brought = await call(
      bringNumber,
      { msisdn, zipCode, tempSubscriptionId, oldService, ...(lineId && { lineId }) },
      options,
    );
    // What to do once the SIM comes: it stays until it is closed (G07).
    return notify({ error: false, message: brought.message, stayOpen: true });
  }

  const { loading, values } = form;
  const receiving = task.mode === 'add-portIn' ? lines : [];
  return (
    <Dialog
      actions={
        <>
          <Button loading={loading} onClick={() => void form.submit()}>
            {again ? i18n.t('Re-submit') : i18n.t('Save')}
          </Button>
          <DialogCancel />
        </>
      }
      finalFocus={props.finalFocus}
      onClose={onClose}
      open={open}
      subtitle={
        again
          ? i18n.t('Make sure the details are correct & click “Re-submit”')
          : i18n.t('Please provide your old carrier details')
      }
      title={again ? i18n.t('Re-submit port-in') : i18n.t('Let’s port in your number')}
      work={form}
    >
      <p className="mb-5 flex items-baseline gap-3 border-y py-3">
        <span className="text-ink-soft">{i18n.t('Number')}</span>
        <span className="ms-auto font-strong tabular-nums">{phone(task.msisdn)}</span>
      </p>
      {again && (
        <p className="mb-5 border-s-4 border-fail bg-fail-soft px-4 py-3">{task.message}</p>
      )}
      <Form
        form={form}
        label={again ? i18n.t('Re-submit port-in') : i18n.t('Let’s port in your number')}
      >
        <OldCarrierForm
          asks={asks}
          carrierKnown={again && props.carrier !== undefined}
          errors={form.errors}
          oneIsEnough={oneIsEnough}
          set={(name, value) => form.set(name, value)}
          values={values}
        />
        {receiving.length > 0 && (
          <Select
            {...form.text('lineId')}
            hint={i18n.t('An active line can take this number over from the one it has.')}
            label={i18n.t('Where will the number be used?')}
            options={[
              { value: '', label: i18n.t('On a new line') },
              ...receiving.map(({ id, mdn }) => ({
                value: id,
                label: i18n.t('Instead of {number}', { number: phone(mdn) }),
              })),
            ]}
          />
        )}
        {/* Enter in a field submits as the button at the foot does. */}
        <button aria-hidden="true" className="hidden" tabIndex={-1} type="submit" />
      </Form>
    </Dialog>
  );
}
