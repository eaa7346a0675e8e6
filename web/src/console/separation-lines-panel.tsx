import {
  type LookedAtLine,
  proveInSeparation,
  viewSeparationRequest,
} from '@portside/contract/console/line-separations';
import { phone } from '@portside/contract/phone';
import { useState } from 'react';
import { useSubmit } from '../api/use-submit.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';
import type { SeparationRequest } from './line-separation-page.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';

interface SeparationLinesProps {
  request: SeparationRequest;
  isOpen: boolean;
}

/** What is known of each line, and what is in its way. */
export function SeparationLines({ request, isOpen }: SeparationLinesProps) {
  const me = useMe();
  const { timeZone } = useShop();
  const [proving, setProving] = useState<LookedAtLine>();
  const mayProve = isOpen && me.can.includes(proveInSeparation.name);
  return (
    <section aria-labelledby="separation-lines" className="flex flex-col gap-3">
      <h2 className="text-lead" id="separation-lines">
        Lines
      </h2>
      <ul className="border-y">
        {request.looked.map((line) => (
          <li className="flex flex-col items-start gap-1 not-first:border-t py-3" key={line.number}>
            <h3 className="font-strong tabular-nums">{phone(line.number)}</h3>
            <p>
              {line.who === 'own' ? 'Their own phone' : 'The phone of somebody in their care'}
              {line.account &&
                `, in the account of ${line.account.name || 'somebody without a name'} with ${line.account.lines} ${line.account.lines === 1 ? 'line' : 'lines'}`}
              .
            </p>
            {line.moved && <p>It is in an account of its own.</p>}
            <p>{proofWords(line)}</p>
            {line.keptSince && (
              <p>
                SIM, number and end are kept from change since {moment(line.keptSince, timeZone)}.
              </p>
            )}
            {line.hint && <p className="border-s-4 border-mark ps-3">{line.hint}</p>}
            {mayProve && !line.proven && !line.moved && (
              <Button
                aria-label={`Write down a proof: ${phone(line.number)}`}
                className="-ms-3"
                onClick={() => setProving(line)}
                variant="quiet"
              >
                Write down a proof
              </Button>
            )}
          </li>
        ))}
      </ul>
      {proving && (
        <ProofDialog
          id={request.id}
          key={proving.number}
          line={proving}
          onClose={() => setProving(undefined)}
        />
      )}
    </section>
  );
}

const proofWords = ({ proven, provenBy, provenOfOther }: LookedAtLine) => {
  if (provenOfOther)
    return 'It was known who has this phone while the line was another account’s. Ask again.';
  if (!proven) return 'Nobody knows yet who has this phone.';
  return provenBy === undefined
    ? 'By text: a code that we texted to this phone came back. Whoever could read the phone may have entered it.'
    : `Known otherwise: ${provenBy}`;
};

interface ProofDialogProps {
  id: string;
  line: LookedAtLine;
  onClose: () => void;
}

function ProofDialog({ id, line, onClose }: ProofDialogProps) {
  const { number } = line;
  const form = useForm({
    initial: { how: '' },
    ...useSubmit(proveInSeparation, {
      input: ({ how }: { how: string }) => ({ id, number, how }),
      refresh: [viewSeparationRequest],
      refusalAt: 'how',
      onDone: onClose,
    }),
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      subtitle="Once the request is complete, it keeps SIM, number and end of the line from change, and the line can be moved. The audit keeps your words."
      submitLabel="Write it down"
      title={`Who uses ${phone(number)}`}
    >
      <TextArea
        {...form.text('how')}
        autoFocus
        hint="For example: the document names the number, or they read out the last numbers they called. No secrets, and no names."
        label="How you know it"
        maxLength={500}
        rows={3}
      />
    </FormDialog>
  );
}
