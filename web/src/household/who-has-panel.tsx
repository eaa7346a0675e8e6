import { useLingui } from '@lingui/react';
import { dateAlone } from '@portside/contract/formats';
import { takeBackLine } from '@portside/contract/household';
import type { LineHousehold } from '@portside/contract/household-acts';
import { type LineDetail, viewLine } from '@portside/contract/line-detail';
import { linePlace } from '@portside/contract/line-rooms';
import { listLines } from '@portside/contract/lines';
import { listNeeds } from '@portside/contract/needs';
import { lazy, type RefObject, useRef, useState } from 'react';
import { usePage } from '../api/page.tsx';
import { useIsAgent, useSession } from '../api/session.ts';
import { useSend } from '../api/use-send.ts';
import { Fact } from '../lines/line-fact-tile.tsx';
import { LineSection } from '../lines/line-section-panel.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useFreshDialog } from '../ui/use-fresh-dialog.tsx';
import { useWork } from '../ui/use-work.ts';
import { roleName, roleWords, thingsUnseen } from './role-words.ts';
import { useRolePage } from './use-role-page.ts';

const GiveLineDialog = lazy(async () => ({
  default: (await import('./give-line-dialog.tsx')).GiveLineDialog,
}));
const ChangeRoleDialog = lazy(async () => ({
  default: (await import('./change-role-dialog.tsx')).ChangeRoleDialog,
}));
const TakeBackDialog = lazy(async () => ({
  default: (await import('./take-back-dialog.tsx')).TakeBackDialog,
}));

type Member = NonNullable<LineHousehold['member']>;
type Invited = NonNullable<LineHousehold['invited']>;

/** P04: the holder’s. The line’s page leads here with `#household`. */
export function WhoHasPanel({ line }: { line: LineDetail }) {
  const { household } = line;
  if (household ? household.as !== 'holder' : !line.mayGive) return null;
  return <WhoHas line={line} />;
}

function WhoHas({ line }: { line: LineDetail }) {
  const { i18n } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  const giveButton = useRef<HTMLButtonElement>(null);
  const roleButton = useRef<HTMLButtonElement>(null);
  const backButton = useRef<HTMLButtonElement>(null);
  // A new key is a new question; the old one stays while it closes.
  const give = useFreshDialog();
  const change = useFreshDialog();
  const takeBack = useFreshDialog();
  const { member, invited } = line.household ?? {};
  // Kept: who is asked about may leave the page while it is asked.
  const [about, setAbout] = useState<Member>();
  const ask = (dialog: typeof give) => () => {
    setAbout(member);
    dialog.ask();
  };
  return (
    <LineSection
      aside={
        member ? (
          <Badge tone="mark">{roleName(i18n, member.role)}</Badge>
        ) : (
          invited && <Badge tone="mark">{i18n.t('Invited')}</Badge>
        )
      }
      heading={heading}
      id="household"
      title={i18n.t('Who has this line')}
    >
      <div aria-live="polite" className="wrap-anywhere">
        {member ? (
          <MemberWords member={member} />
        ) : invited ? (
          <InvitedWords invited={invited} />
        ) : (
          <p className="measure text-ink-soft">
            {i18n.t(
              'Only you. You can give it to someone who uses it, with an account of their own here. The line and its bill stay in your account.',
            )}
          </p>
        )}
      </div>
      {member ? (
        <MemberButtons
          askBack={ask(takeBack)}
          askRole={ask(change)}
          backButton={backButton}
          member={member}
          roleButton={roleButton}
        />
      ) : invited ? (
        <TakeInvitationBack id={line.id} onDone={() => heading.current?.focus()} />
      ) : (
        <Give ask={ask(give)} button={giveButton} line={line} />
      )}
      {/* A button that did its work is gone, or is another one by now. */}
      {give.show((shown) => (
        <GiveLineDialog
          finalFocus={() => (give.isFinished ? null : giveButton.current) ?? heading.current}
          line={line}
          {...shown}
        />
      ))}
      {about &&
        change.show((shown) => (
          <ChangeRoleDialog
            finalFocus={() => (change.isFinished ? null : roleButton.current) ?? heading.current}
            lineId={line.id}
            name={nameOf(about)}
            role={otherRole(about)}
            {...shown}
          />
        ))}
      {about &&
        takeBack.show((shown) => (
          <TakeBackDialog
            isActive={line.status === 'active'}
            finalFocus={() => (takeBack.isFinished ? null : backButton.current) ?? heading.current}
            lineId={line.id}
            name={nameOf(about)}
            {...shown}
          />
        ))}
    </LineSection>
  );
}

const nameOf = ({ name, email }: Member): string => name || email;
const otherRole = ({ role }: Member) => (role === 'user' ? 'manager' : 'user');

function MemberWords({ member }: { member: Member }) {
  const page = useRolePage();
  const { i18n } = page;
  const { name, email, role } = member;
  return (
    <>
      <dl className="border-y md:flex md:*:not-last:shrink-0">
        {name && <Fact name={i18n.t('First name')}>{name}</Fact>}
        <Fact name={i18n.t('Email')}>{email}</Fact>
      </dl>
      <p className="mt-4 measure">{roleWords(page, role)}</p>
      <p className="mt-2 measure text-ink-soft">
        {i18n.t(
          'The line and its bill stay in your account. Until you take it back, you don’t see {things}.',
          { things: thingsUnseen(page) },
        )}
      </p>
    </>
  );
}

function InvitedWords({ invited: { email, role, until } }: { invited: Invited }) {
  const { i18n } = useLingui();
  const { brand, language } = usePage();
  const values = { email, date: dateAlone(until, brand.timeZone, language) };
  return (
    <div className="grid measure gap-2">
      <p>
        {role === 'user'
          ? i18n.t('You invited {email} to use this line. It can be accepted until {date}.', values)
          : i18n.t(
              'You invited {email} to manage this line. It can be accepted until {date}.',
              values,
            )}
      </p>
      <p className="text-ink-soft">
        {i18n.t(
          'Until then nothing changes: you alone have this line. To invite someone else, or as something else, take the invitation back.',
        )}
      </p>
    </div>
  );
}

interface MemberButtonsProps {
  member: Member;
  askRole: () => void;
  askBack: () => void;
  roleButton: RefObject<HTMLButtonElement | null>;
  backButton: RefObject<HTMLButtonElement | null>;
}

function MemberButtons({ member, askRole, askBack, roleButton, backButton }: MemberButtonsProps) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const name = nameOf(member);
  if (isAgent) {
    return (
      <p className="mt-4 text-ink-soft">
        {i18n.t('Only the customer can change this, or take the line back.')}
      </p>
    );
  }
  return (
    <div className="mt-5 flex flex-wrap gap-3 wrap-anywhere max-xs:grid">
      <Button onClick={askRole} ref={roleButton} variant="secondary">
        {member.role === 'user'
          ? i18n.t('Make {name} a manager', { name })
          : i18n.t('Make {name} a user', { name })}
      </Button>
      <Button onClick={askBack} ref={backButton} variant="secondary">
        {i18n.t('Take this line back')}
      </Button>
    </div>
  );
}

function TakeInvitationBack({ id, onDone }: { id: string; onDone: () => void }) {
  const { i18n } = useLingui();
  const isAgent = useIsAgent();
  const work = useWork();
  const withdraw = useSend(takeBackLine, { refresh: [viewLine, listLines, listNeeds], onDone });
  if (isAgent) {
    return (
      <p className="mt-4 text-ink-soft">
        {i18n.t('Only the customer can take the invitation back.')}
      </p>
    );
  }
  return (
    <Button
      className="mt-5"
      loading={work.loading}
      onClick={() =>
        void work.run(async (signal) => void (await withdraw({ id, what: 'invitation' }, signal)))
      }
      variant="secondary"
    >
      {i18n.t('Take the invitation back')}
    </Button>
  );
}

interface GiveProps {
  line: LineDetail;
  ask: () => void;
  button: RefObject<HTMLButtonElement | null>;
}

/** Or why it can’t be given now, with what helps. */
function Give({ line, ask, button }: GiveProps) {
  const { i18n } = useLingui();
  const { userInfo } = useSession();
  if (userInfo?.agent) {
    return (
      <p className="mt-4 text-ink-soft">
        {i18n.t('Only the customer can give this line to someone.')}
      </p>
    );
  }
  if (line.handover && !line.handover.acceptedAt) {
    return (
      <>
        <p className="mt-4 measure">
          {i18n.t('This line is offered to another account. Take that offer back first.')}
        </p>
        <TextLink
          className="mt-1 inline-flex min-h-11 items-center"
          to={linePlace(line.id, 'hand-over')}
        >
          {i18n.t('See the offer')}
        </TextLink>
      </>
    );
  }
  if (userInfo?.emailVerified === false) {
    return (
      <>
        <p className="mt-4 measure">{i18n.t('Please confirm your email address first.')}</p>
        <TextLink className="mt-1 inline-flex min-h-11 items-center" to="/dashboard">
          {i18n.t('Confirm it in your dashboard')}
        </TextLink>
      </>
    );
  }
  return (
    <Button className="mt-5" onClick={ask} ref={button} variant="secondary">
      {i18n.t('Give this line to someone')}
    </Button>
  );
}
