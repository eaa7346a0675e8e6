import * as calls from '@portside/contract/console/disputes';
import type { OutputOf } from '@portside/contract/endpoint';
import { money } from '@portside/contract/formats';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { CustomerLink } from './customer-link-tile.tsx';
import { Deadline, disputeStates } from './disputes-page.tsx';
import { EvidencePanel } from './evidence-panel.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { useShop } from './shop.ts';
import { WaitingPanel } from './waiting-panel.tsx';

type Dispute = OutputOf<typeof calls.viewDispute>;

const UNDER_WAY_MS = 3000;

/** L21: what the bank says, what it is told, and the line that was paid for. */
export function DisputePage() {
  const { id = '' } = useParams();
  const me = useMe();
  const answer = useAnswer(
    calls.viewDispute,
    { id },
    {
      // Each look is in the audit: it is asked again only while an answer is on its way.
      refetchInterval: ({ state }) => state.data?.answer?.state === 'asked' && UNDER_WAY_MS,
    },
  );
  return (
    <section aria-labelledby="dispute-title" className="flex max-w-[56rem] flex-col gap-6">
      <TextLink to="/disputes">All disputes</TextLink>
      <h1 className="text-title wrap-anywhere" id="dispute-title">
        {answer.data ? `Dispute of ${money(answer.data.amount)}` : 'Dispute'}
      </h1>
      <WaitingPanel answer={answer} />
      {answer.data && (
        <>
          <Facts dispute={answer.data} />
          <PausePart dispute={answer.data} />
          {me.can.includes(calls.viewEvidence.name) ? (
            <EvidencePanel dispute={answer.data} key={answer.data.answer?.state ?? 'none'} />
          ) : (
            <p>Billing and admins see and send the evidence: it holds the customer’s data.</p>
          )}
        </>
      )}
    </section>
  );
}

function Facts({ dispute }: { dispute: Dispute }) {
  const { timeZone } = useShop();
  const { answer } = dispute;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
      <Fact name="State">{disputeStates[dispute.status]}</Fact>
      <Fact name="Answer by">
        <Deadline row={dispute} />
      </Fact>
      <Fact name="The bank’s reason">{dispute.reason.replaceAll('_', ' ')}</Fact>
      <Fact name="Since">{moment(dispute.openedAt, timeZone)}</Fact>
      <Fact name="Order">
        <span className="break-all">{dispute.orderNumber ?? dispute.orderId}</span>
      </Fact>
      <Fact name="Customer">
        <CustomerLink id={dispute.customerId} name={dispute.customer} />
      </Fact>
      {answer && (
        <Fact name="Answer">
          {answerWords(answer)} ({answer.by}, {moment(answer.at, timeZone)})
        </Fact>
      )}
    </dl>
  );
}

const refusals: Readonly<Record<string, string>> = {
  late: 'Not taken: the bank’s deadline had passed',
  answered: 'Not taken: somebody had answered at the payment provider',
  decided: 'Not taken: the bank had decided',
  appeal: 'Not taken: the bank’s decision is appealed. Answer on the payment provider’s own pages',
  rejected: 'Not taken: the payment provider refused it. Send it again, or answer there',
};

const answerWords = ({ state, reason }: NonNullable<Dispute['answer']>) => {
  if (state === 'asked') return 'On its way to the payment provider';
  return state === 'sent'
    ? 'The payment provider has sent it to the bank'
    : (refusals[reason ?? ''] ?? 'Not taken');
};

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

type Line = NonNullable<Dispute['line']>;

/** P03: a payment for several lines is disputed as a whole, and each line is paused by itself. */
function PausePart({ dispute }: { dispute: Dispute }) {
  const { line, parts } = dispute;
  if (!parts && !line) return <p>No line was paid for with it.</p>;
  return (
    <section aria-labelledby="dispute-line" className="flex flex-col items-start gap-2">
      <h2 className="text-lead" id="dispute-line">
        {parts ? 'The lines' : 'The line'}
      </h2>
      {line && !parts && <PauseLine dispute={dispute} line={line} />}
      {parts && (
        <>
          <p>
            One payment bought these lines, and the dispute is about all of it. Each is paused by
            itself.
          </p>
          <ul className="flex w-full flex-col border-t">
            {parts.map((part) => (
              <li className="flex flex-col items-start gap-2 border-b py-2" key={part.orderId}>
                <p className="font-strong">
                  {part.item}, {money(part.amount)}
                </p>
                <p className="text-fine break-all text-ink-soft">
                  Order {part.orderNumber ?? part.orderId}
                </p>
                {part.line ? (
                  <PauseLine dispute={dispute} isOneOfMany line={part.line} />
                ) : (
                  <p>It has no line.</p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface PauseLineProps {
  dispute: Dispute;
  line: Line;
  isOneOfMany?: boolean;
}

function PauseLine({ dispute, line, isOneOfMany = false }: PauseLineProps) {
  const me = useMe();
  const [isAsking, setAsking] = useState(false);
  const { id, status } = dispute;
  const endpoint = line.paused ? calls.resumeAfterDispute : calls.pauseForDispute;
  const send = useSend(endpoint, { refresh: [calls.viewDispute] });
  const canPause = (status === 'open' || status === 'answered' || status === 'lost') && isOn(line);
  const mayAct = me.can.includes(endpoint.name) && (line.paused || canPause);
  const hasNone = isOneOfMany && !line.numberEnds;
  const number = hasNone ? 'No number yet' : `•••• ${line.numberEnds}`;
  const which = isOneOfMany ? ` ${number}` : '';
  const act = line.paused ? `End the pause${which && ` of${which}`}` : `Pause the line${which}`;
  return (
    <>
      <p>
        {number}: {line.status}
        {line.paused && ', paused by staff. Its customer cannot end this pause'}.
      </p>
      {mayAct && (
        <Button onClick={() => setAsking(true)} variant="secondary">
          {act}
        </Button>
      )}
      <QuestionDialog
        confirmLabel={line.paused ? 'End the pause' : 'Pause the line'}
        onClose={() => setAsking(false)}
        onConfirm={async (signal) => {
          const errors = await send({ id, ...(isOneOfMany && { lineId: line.id }) }, signal);
          if (!errors) setAsking(false);
        }}
        open={isAsking}
        title={`${act}?`}
        tone={line.paused ? 'primary' : 'danger'}
      >
        {line.paused
          ? 'The line works again once the network has done it.'
          : 'Nobody can call, text or use data with it, until staff end the pause. Its paid days run on. Calls to 911 depend on the phone and the network.'}
      </QuestionDialog>
    </>
  );
}

const isOn = ({ status }: Line) => status === 'active' || status === 'suspended';
