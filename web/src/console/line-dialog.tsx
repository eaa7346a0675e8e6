import {
  type CustomerPage,
  viewCustomer,
  viewTimeline,
} from '@portside/contract/console/customers';
import {
  endForCustomer,
  replaceSimForCustomer,
  quotePlanForCustomer,
  resumeForCustomer,
  sendEsimForCustomer,
  suspendForCustomer,
  undoPlanForCustomer,
} from '@portside/contract/console/line-actions';
import type { Endpoint } from '@portside/contract/endpoint';
import { phone } from '@portside/contract/phone';
import { useState } from 'react';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { useMe } from './me.ts';
import { PlanDialog } from './plan-dialog.tsx';

type Line = CustomerPage['lines'][number];

interface Action {
  readonly endpoint: Endpoint;
  readonly label: string;
  readonly tells: string;
  readonly fits: (line: Line) => boolean;
}

const actions: readonly Action[] = [
  {
    endpoint: suspendForCustomer,
    label: 'Suspend',
    tells: 'The network blocks it: nobody can call, text or use data. Its paid days run on.',
    fits: ({ status }) => status === 'active',
  },
  {
    endpoint: resumeForCustomer,
    label: 'Resume',
    tells:
      'The block ends; where there is none, the hold that the customer asked for. A line that is paused for another reason stays paused.',
    fits: ({ status }) => status === 'suspended',
  },
  {
    endpoint: replaceSimForCustomer,
    label: 'New SIM',
    tells:
      'Only after the customer has read out a code. The SIM lock applies, and an email tells whoever has the line first.',
    fits: ({ status }) => status === 'active',
  },
  {
    endpoint: sendEsimForCustomer,
    label: 'Send eSIM again',
    tells:
      'An email leads whoever has the line to its page, where the code is once they’re logged in. One that is on a phone already installs no second time.',
    fits: ({ status, simType }) => status === 'active' && simType === 'esim',
  },
  {
    endpoint: quotePlanForCustomer,
    label: 'Change plan',
    tells: 'With the next payment. Nothing is charged now, and the customer can take it back.',
    fits: ({ status }) => status === 'active',
  },
  {
    endpoint: undoPlanForCustomer,
    label: 'Keep plan',
    tells: 'A change that is noted for the next payment is taken back.',
    fits: ({ status, nextPlan }) => status === 'active' && nextPlan !== undefined,
  },
  {
    endpoint: endForCustomer,
    label: 'End',
    tells: 'It ends with its paid days, or at once if none are left. Nothing is charged any more.',
    fits: ({ status }) => status === 'active' || status === 'suspended',
  },
];

/** L09: what a verified customer asks for, done for them. */
export function LineActions({ line }: { line: Line }) {
  const me = useMe();
  const [chosen, setChosen] = useState<Action>();
  const mine = actions.filter(({ endpoint, fits }) => me.can.includes(endpoint.name) && fits(line));
  if (mine.length === 0) return null;
  return (
    <span className="-ms-3 flex flex-wrap">
      {mine.map((action) => (
        <Button
          aria-label={`${action.label}: ${phone(line.number)}`}
          key={action.label}
          onClick={() => setChosen(action)}
          variant="quiet"
        >
          {action.label}
        </Button>
      ))}
      {chosen?.endpoint === quotePlanForCustomer && (
        <PlanDialog line={line} onClose={() => setChosen(undefined)} tells={chosen.tells} />
      )}
      {chosen && chosen.endpoint !== quotePlanForCustomer && (
        <LineDialog action={chosen} line={line} onClose={() => setChosen(undefined)} />
      )}
    </span>
  );
}

interface Values {
  reason: string;
  simType: string;
  iccid: string;
}

function LineDialog(props: { action: Action; line: Line; onClose: () => void }) {
  const { action, line, onClose } = props;
  const isSim = action.endpoint === replaceSimForCustomer;
  const form = useForm<Values>({
    initial: { reason: '', simType: 'esim', iccid: '' },
    ...useSubmit(action.endpoint, {
      input: ({ reason, simType, iccid }: Values) => ({
        id: line.id,
        reason,
        ...(isSim && { simType }),
        ...(isSim && simType === 'physical' && { iccid }),
      }),
      refresh: [viewCustomer, viewTimeline],
      refusalAt: 'reason',
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel={action.label}
      subtitle={action.tells}
      title={`${action.label}: ${phone(line.number) || line.plan}`}
    >
      {isSim && (
        <Select
          label="Which SIM"
          name="simType"
          onChange={(value) => form.set('simType', value)}
          options={[
            { value: 'esim', label: 'An eSIM' },
            { value: 'physical', label: 'A card they have' },
          ]}
          value={form.values.simType}
        />
      )}
      {isSim && form.values.simType === 'physical' && (
        <Field {...form.text('iccid')} inputMode="numeric" label="Number on the card (ICCID)" />
      )}
      <Field {...form.text('reason')} autoFocus label="Why, for the audit" />
    </FormDialog>
  );
}
