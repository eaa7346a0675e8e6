import { useLingui } from '@lingui/react';
import { phone } from '@portside/contract/phone';
import type { Separation } from '@portside/contract/line-separation';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useRefusalWords, useStateWords } from './state-words.ts';
import { ComplainItem } from './complain-tile.tsx';

interface StatePanelProps {
  separation: Separation;
  onNew: () => void;
}

export function StatePanel({ separation, onNew }: StatePanelProps) {
  const { i18n } = useLingui();
  const { paragraphs } = useStateWords(separation);
  const { state, missing, question, lines } = separation;
  const moved = state === 'done' ? [] : lines.filter((line) => line.moved);
  const isOver = state === 'refused' || state === 'withdrawn';
  return (
    <div className="measure -mt-6 flex flex-col gap-3 wrap-anywhere">
      {paragraphs.map((text) => (
        <p className="text-lead" key={text}>
          {text}
        </p>
      ))}
      {moved.length > 0 && (
        <p>
          {i18n.t('{numbers} moved to your own account before. You log in there with {email}.', {
            numbers: moved.map(({ number }) => phone(number)).join(', '),
            email: separation.email,
          })}
        </p>
      )}
      {state === 'open' && <Missing missing={missing} />}
      {question && (
        <blockquote className="remark-shape border-action bg-action-soft px-4 py-3 whitespace-pre-line wrap-anywhere">
          {question.text}
        </blockquote>
      )}
      {state === 'done' && <Done separation={separation} />}
      {state === 'refused' && <Refused separation={separation} />}
      {isOver && (
        <Button className="mt-3 self-start" onClick={onNew}>
          {i18n.t('Send a new request')}
        </Button>
      )}
    </div>
  );
}

function Missing({ missing }: { missing: Separation['missing'] }) {
  const { i18n } = useLingui();
  if (missing.length === 0) return null;
  return (
    <div>
      <h2 className="text-lead font-strong">{i18n.t('This is missing:')}</h2>
      <ul className="mt-2 flex list-disc flex-col gap-2 ps-5">
        {missing.includes('document') && (
          <li>
            {i18n.t(
              'A document that shows what happened: of the police or a court, or signed by a professional who helps you.',
            )}
          </li>
        )}
        {missing.includes('care') && (
          <li>
            {i18n.t(
              'A statement, signed by you, that the person who uses the other phone is in your care.',
            )}
          </li>
        )}
      </ul>
    </div>
  );
}

function Done({ separation }: { separation: Separation }) {
  const { i18n } = useLingui();
  const { done, email } = separation;
  return (
    <>
      {done && (
        <p className="text-lead">
          {i18n.t('{numbers} moved to your own account.', {
            numbers: done.numbers.map(phone).join(', '),
          })}
        </p>
      )}
      <ol className="flex list-decimal flex-col gap-2 ps-5">
        <li>
          {i18n.t(
            'Log in with a code that we send to {email}. There is no password until you choose one.',
            { email },
          )}
        </li>
        <li>
          {i18n.t(
            'Look at the plan and the day until which the line is paid. Autopay is off: add a card of your own and pay in time, so that the line stays active.',
          )}
        </li>
        <li>
          {i18n.t(
            'Change the passwords of your voicemail and of your apps, if somebody may know them.',
          )}
        </li>
        <li>{i18n.t('You may take the number to another carrier at any time.')}</li>
      </ol>
      <ButtonLink className="mt-3 self-start" to="/login-without-password">
        {i18n.t('Log in with a code')}
      </ButtonLink>
    </>
  );
}

function Refused({ separation }: { separation: Separation }) {
  const { i18n } = useLingui();
  const words = useRefusalWords();
  const { refused } = separation;
  if (!refused) return null;
  const [why, then] = words[refused.reason];
  return (
    <>
      <p className="text-lead">{why}</p>
      {refused.note && (
        <blockquote className="remark-shape border-action bg-action-soft px-4 py-3 whitespace-pre-line wrap-anywhere">
          {refused.note}
        </blockquote>
      )}
      <h2 className="mt-3 text-title">{i18n.t('What you can do')}</h2>
      <ul className="flex list-disc flex-col gap-2 ps-5">
        <li>{then}</li>
        <ComplainItem />
      </ul>
    </>
  );
}
