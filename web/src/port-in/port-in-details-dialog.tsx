import { useLingui } from '@lingui/react';
import type { CallFailed } from '@portside/contract/call';
import { phone } from '@portside/contract/phone';
import { type Line, listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { listPortIns, type PortIn, resubmitPortIn, updatePortIn } from '@portside/contract/port-in';
import { type PortInField, portInField } from '@portside/contract/port-in-reasons';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { MoveQuestionDialog } from './move-question-dialog.tsx';
import { OldCarrierForm } from './old-carrier-form.tsx';
import { OtherDetailsForm } from './other-details-form.tsx';
import { PlanNeededDialog } from './plan-needed-dialog.tsx';
import {
  detailFaults,
  firstAsked,
  noDetails,
  oldServiceOf,
  type PortInDetails,
  restOf,
} from './port-in-details.ts';
import { type Bringing, useBringNumber } from './use-bring-number.ts';

/** E10. */
export type DetailsTask =
  | {
      mode: 'add-portIn';
      msisdn: string;
      zipCode: string;
      tempSubscriptionId: string;
      /** A new line waits for the number. */
      hasLine: boolean;
      required: readonly PortInField[];
    }
  | { mode: 'edit-portIn'; msisdn: string; tempSubscriptionId: string }
  | {
      mode: 'resubmit-portIn';
      msisdn: string;
      required: readonly PortInField[];
      /** Of several, one is enough. */
      oneIsEnough: boolean;
      simType?: PortIn['simType'];
      message: string;
    };

interface PortInDetailsDialogProps {
  task: DetailsTask;
  /** An `id` of old-carriers.ts. */
  carrier?: string | undefined;
  /** For add-portIn only. */
  lines?: readonly Line[] | undefined;
  open: boolean;
  onClose: () => void;
  /** G03. */
  onDone?: (() => void) | undefined;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

type Values = PortInDetails & { readonly lineId: string };

type Next =
  | { readonly kind: 'ask'; readonly bringing: Bringing; readonly lines: readonly Line[] }
  | { readonly kind: 'plan'; readonly message: string };

function asksOf(task: DetailsTask): readonly PortInField[] {
  if (task.mode === 'resubmit-portIn') return task.required;
  return firstAsked(task.mode === 'add-portIn' ? task.required : []);
}

/** The three modes of E10 and E11. A new key is a new form. */
export function PortInDetailsDialog(props: PortInDetailsDialogProps) {
  const { task, lines = [], open, onClose, finalFocus } = props;
  const { msisdn } = task;
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  const again = task.mode === 'resubmit-portIn';
  // The carrier may ask for more.
  const [more, setMore] = useState<readonly PortInField[]>([]);
  const [opensRest, setOpensRest] = useState(false);
  const [next, setNext] = useState<Next>();
  const first = asksOf(task);
  const asks = [...first, ...more];
  const rest = opensRest ? restOf(asks) : [];
  const oneIsEnough = again && task.oneIsEnough && first.length > 1;

  const form = useForm({
    initial: { ...noDetails, carrier: props.carrier ?? '', lineId: '' },
    check: (values) => ({
      ...detailFaults(first, values, oneIsEnough ? 'one' : 'all'),
      ...detailFaults(more, values),
      ...detailFaults(rest, values, 'none'),
    }),
    onSubmit: send,
  });
  const changed = { refresh: [listPortIns, listLines, listNeeds], onFailed: askMore };
  const resubmit = useSend(resubmitPortIn, { ...changed, onDone: finish });
  const update = useSend(updatePortIn, changed);
  const bring = useBringNumber({
    onDone: finish,
    onPlanNeeded: (message) => setNext({ kind: 'plan', message }),
    onFailed: askMore,
  });

  function finish() {
    props.onDone?.();
    onClose();
  }

  function askMore({ errors }: CallFailed) {
    const wanted = errors
      .map(({ field }) => portInField.safeParse(field).data)
      .filter((field) => field !== undefined && ![...asks, ...rest].includes(field));
    if (wanted.length > 0) setMore([...more, ...(wanted as PortInField[])]);
  }

  async function send(values: Values, signal: AbortSignal) {
    const oldService = oldServiceOf([...asks, ...rest], values);
    // I08, I10.
    const { firstName, lastName } = userInfo ?? {};
    const holder = userInfo && { accountDetails: { firstName, lastName } };
    if (task.mode === 'resubmit-portIn') {
      const { simType } = task;
      const sim = simType && { activationDetails: { simType } };
      return resubmit({ msisdn, oldService, ...holder, ...sim }, signal);
    }
    const { tempSubscriptionId } = task;
    const faults = await update({ msisdn, tempSubscriptionId, oldService, ...holder }, signal);
    if (faults) return faults;
    // Closed while the list was loaded again.
    if (signal.aborted) return undefined;
    if (task.mode === 'edit-portIn') return finish();
    const { zipCode, hasLine } = task;
    const bringing = { msisdn, zipCode, tempSubscriptionId, oldService };
    const line = lines.find(({ id }) => id === values.lineId);
    if (line || hasLine) return setNext({ kind: 'ask', bringing, lines: line ? [line] : [] });
    return bring(bringing, signal);
  }

  async function move(bringing: Bringing, lineId: string | undefined, signal: AbortSignal) {
    const faults = await bring({ ...bringing, ...(lineId && { lineId }) }, signal);
    // The call has reported it; the form stays.
    if (!faults || faults.length === 0) return;
    setNext(undefined);
    form.fail(faults);
  }

  const { values } = form;
  if (next?.kind === 'ask') {
    return (
      <MoveQuestionDialog
        carrier={values.carrier}
        finalFocus={finalFocus}
        lines={next.lines}
        msisdn={msisdn}
        onClose={onClose}
        onMove={(lineId, signal) => move(next.bringing, lineId, signal)}
        open={open}
      />
    );
  }
  if (next?.kind === 'plan') {
    return (
      <PlanNeededDialog
        finalFocus={finalFocus}
        message={next.message}
        msisdn={msisdn}
        onClose={finish}
        open={open}
      />
    );
  }
  const receiving = task.mode === 'add-portIn' ? lines : [];
  return (
    <FormDialog
      above={
        <>
          <p className="mb-5 flex items-baseline gap-3 border-y py-3">
            <span className="text-ink-soft">{i18n.t('Number')}</span>
            <span className="ms-auto font-strong tabular-nums">{phone(msisdn)}</span>
          </p>
          {again && (
            <p className="mb-5 remark-shape border-fail bg-fail-soft px-4 py-3">{task.message}</p>
          )}
        </>
      }
      finalFocus={finalFocus}
      form={form}
      onClose={onClose}
      open={open}
      submitLabel={again ? i18n.t('Re-submit') : i18n.t('Save')}
      subtitle={
        again
          ? i18n.t('Make sure the details are correct & click “Re-submit”')
          : i18n.t('Please provide your old carrier details')
      }
      title={again ? i18n.t('Re-submit port-in') : i18n.t('Let’s port in your number')}
    >
      <OldCarrierForm
        asks={asks}
        carrierKnown={again && props.carrier !== undefined}
        errors={form.errors}
        oneIsEnough={oneIsEnough}
        set={(name, value) => form.set(name, value)}
        values={values}
      />
      {again && (
        <OtherDetailsForm
          asks={restOf(asks)}
          carrierKnown={props.carrier !== undefined}
          errors={form.errors}
          onOpen={() => setOpensRest(true)}
          open={opensRest}
          set={(name, value) => form.set(name, value)}
          values={values}
        />
      )}
      {receiving.length > 0 && (
        <Select
          {...form.text('lineId')}
          hint={i18n.t('This number can replace the number of an active line.')}
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
    </FormDialog>
  );
}
