import { viewSeparationRequest } from '@portside/contract/console/line-separations';
import type { OutputOf } from '@portside/contract/endpoint';
import { phone } from '@portside/contract/phone';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { TextLink } from '../ui/text-link.tsx';
import { AnswerBy } from './line-separations-page.tsx';
import { moment } from './moment.ts';
import { SeparationDecisionPanel } from './separation-decision-panel.tsx';
import { SeparationDocuments } from './separation-documents-panel.tsx';
import { SeparationLines } from './separation-lines-panel.tsx';
import { SeparationMessages } from './separation-messages-panel.tsx';
import { refusalReasons, separationStates } from './separation-words.ts';
import { useShop } from './shop.ts';
import { languageName } from './waiting.ts';
import { WaitingPanel } from './waiting-panel.tsx';

export type SeparationRequest = OutputOf<typeof viewSeparationRequest>;

/** P05: one request. Each look at it is in the audit, so it is not asked for again by itself. */
export function LineSeparationPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(viewSeparationRequest, { id });
  const request = answer.data;
  const isOpen = request !== undefined && ['open', 'waiting', 'asked'].includes(request.state);
  return (
    <section aria-labelledby="separation-title" className="flex max-w-[56rem] flex-col gap-8">
      <div className="flex flex-col gap-3">
        <TextLink to="/line-separations">All line separations</TextLink>
        <h1 className="text-title wrap-anywhere" id="separation-title">
          {request ? `Request ${request.reference}` : 'Request'}
        </h1>
        <p className="border-s-4 border-mark ps-3">
          Talk of this to nobody but who asked, and only by their safe address or number. Don’t open
          the page of the account that the line is in: its holder sees in their activity that you
          did.
        </p>
      </div>
      <WaitingPanel answer={answer} />
      {request && (
        <>
          <Facts request={request} />
          <SeparationLines isOpen={isOpen} request={request} />
          <SeparationDocuments request={request} />
          <SeparationMessages isOpen={isOpen} request={request} />
          {isOpen && <SeparationDecisionPanel request={request} />}
        </>
      )}
    </section>
  );
}

function Facts({ request }: { request: SeparationRequest }) {
  const { timeZone } = useShop();
  const { refused, done } = request;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 wrap-anywhere">
      <Fact name="State">{separationStates[request.state]}</Fact>
      <Fact name="Answer by">
        <AnswerBy row={request} />
      </Fact>
      {request.missing.length > 0 && (
        <Fact name="Missing">
          {request.missing
            .map((one) =>
              one === 'document'
                ? 'a document of what happened'
                : 'a signed statement that somebody is in their care',
            )
            .join(', ')}
        </Fact>
      )}
      {done && (
        <>
          <Fact name="Moved lines">{done.numbers.map(phone).join(', ')}</Fact>
          <Fact name="Done">{moment(done.at, timeZone)}</Fact>
        </>
      )}
      {refused && (
        <Fact name="Refused">
          {refusalReasons[refused.reason][0]}, {moment(refused.at, timeZone)}
          {refused.note && <span className="block whitespace-pre-line">{refused.note}</span>}
        </Fact>
      )}
      <Fact name="Received">{moment(request.receivedAt, timeZone)}</Fact>
      <Fact name="Deleted on">{moment(request.keptUntil, timeZone)}</Fact>
      <Fact name="Who asks">{request.name}</Fact>
      <Fact name="Safe email">{request.email}</Fact>
      <Fact name="Language">{languageName(request.language)}</Fact>
      {request.contactNumber && <Fact name="Safe number">{phone(request.contactNumber)}</Fact>}
      {request.contactNote && (
        <Fact name="When, and what to say">
          <span className="whitespace-pre-line">{request.contactNote}</span>
        </Fact>
      )}
      {request.representative && <Fact name="Speaks for them">{request.representative}</Fact>}
      <Fact name="Who harmed them">
        {request.otherName}
        {request.otherNumber && `, ${phone(request.otherNumber)}`}
        <span className="block text-fine text-ink-soft">
          {request.otherIsThere
            ? 'A line of the same account has this number.'
            : 'No line of the same account is known to be theirs. They may hold the account, or use a line that is not named here.'}
        </span>
      </Fact>
      <Fact name="911 address">{request.address ?? 'None given'}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
