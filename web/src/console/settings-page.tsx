import {
  changeSettings,
  type SettingName,
  type ShownSettings,
  type SettingValues,
  viewSettings,
} from '@portside/contract/console/settings';
import { money } from '@portside/contract/formats';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { FailedLoad } from '../ui/failed-load.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useMe } from './me.ts';
import { moment } from './moment.ts';
import { SettingDialog } from './setting-dialog.tsx';
import { useShop } from './shop.ts';

const weekdays = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function Hours({ en, es, opening }: SettingValues['supportHours']) {
  const open = opening.map(
    ({ days, from, to }) => `${days.map((day) => weekdays[day]).join(', ')}: ${from} to ${to}`,
  );
  return (
    <>
      <span className="block">{en}</span>
      {es && (
        <span className="block" lang="es">
          {es}
        </span>
      )}
      <span className="block">
        The chat is staffed {open.length > 0 ? open.join('; ') : 'never'}
      </span>
    </>
  );
}

interface Shown<Name extends SettingName> {
  readonly title: string;
  readonly tells: string;
  readonly show: (value: SettingValues[Name]) => ReactNode;
}

/** What each of them does, and when a change of it counts. */
const shown: { readonly [Name in SettingName]: Shown<Name> } = {
  supportHours: {
    title: 'Support hours',
    tells: 'Pages show them; the chat says by them whether somebody is there.',
    show: (value) => <Hours {...value} />,
  },
  refundLimits: {
    title: 'Refunds that one person may give',
    tells: 'Above it, a second person approves. It counts from the next refund on.',
    show: ({ agent, billing, admin }) =>
      `Agent ${money(agent)}, billing ${money(billing)}, admin ${money(admin)}`,
  },
  keptDays: {
    title: 'Days that an unpaid line’s number is kept',
    tells:
      'Lines that are paused already keep the time they were promised; if there are more days, they get them.',
    show: (value) => `${value} days`,
  },
  unlockMinutes: {
    title: 'Minutes until a lock turns off',
    tells: 'In which it can be called off. Locks that are turning off keep their time.',
    show: (value) => `${value} minutes`,
  },
};

/** L16: what holds without a deploy. */
export function SettingsPage() {
  const { data, isError, error, isFetching, refetch } = useAnswer(viewSettings, {});
  return (
    <section aria-labelledby="settings-title" className="flex max-w-3xl flex-col gap-4">
      <h1 className="text-title wrap-anywhere" id="settings-title">
        Settings
      </h1>
      <p className="text-ink-soft">
        They hold within seconds, for this brand. What is not set here comes from the brand’s
        folder.
      </p>
      {isError && (
        <FailedLoad
          level={2}
          loading={isFetching}
          onRetry={() => void refetch()}
          title={error.message}
        />
      )}
      {data ? <List answer={data} /> : !isError && <Skeleton lines={8} />}
    </section>
  );
}

function List({ answer }: { answer: ShownSettings }) {
  const [changing, setChanging] = useState<SettingName>();
  const [leaving, setLeaving] = useState<SettingName>();
  const { settings } = answer;
  const doors = { onChange: setChanging, onLeave: setLeaving };
  return (
    <>
      <ul className="flex flex-col">
        <Row name="supportHours" setting={settings.supportHours} {...doors} />
        <Row name="refundLimits" setting={settings.refundLimits} {...doors} />
        <Row name="keptDays" setting={settings.keptDays} {...doors} />
        <Row name="unlockMinutes" setting={settings.unlockMinutes} {...doors} />
      </ul>
      {changing && (
        <SettingDialog
          answer={answer}
          name={changing}
          onClose={() => setChanging(undefined)}
          tells={shown[changing].tells}
          title={shown[changing].title}
        />
      )}
      {leaving && (
        <BackDialog name={leaving} onClose={() => setLeaving(undefined)} version={answer.version} />
      )}
    </>
  );
}

interface RowProps<Name extends SettingName> {
  name: Name;
  setting: {
    value: SettingValues[Name];
    inFolder: SettingValues[Name];
    changed: ShownSettings['settings']['keptDays']['changed'];
  };
  onChange: (name: Name) => void;
  onLeave: (name: Name) => void;
}

function Row<Name extends SettingName>({ name, setting, onChange, onLeave }: RowProps<Name>) {
  const { timeZone } = useShop();
  const mayChange = useMe().can.includes(changeSettings.name);
  const { title, tells, show } = shown[name];
  const { value, inFolder, changed } = setting;
  return (
    <li className="flex flex-col gap-2 border-t py-5">
      <h2 className="text-lead">{title}</h2>
      <p className="font-strong">{show(value)}</p>
      <p className="text-fine text-ink-soft">{tells}</p>
      {changed && (
        <div className="text-fine text-ink-soft">
          Set by {changed.by} on {moment(changed.at, timeZone)}. In the brand’s folder:{' '}
          {show(inFolder)}
        </div>
      )}
      {mayChange && (
        <span className="-ms-3 flex flex-wrap gap-1">
          <Button aria-label={`Change: ${title}`} onClick={() => onChange(name)} variant="quiet">
            Change
          </Button>
          {changed && (
            <Button
              aria-label={`Back to the folder’s value: ${title}`}
              onClick={() => onLeave(name)}
              variant="quiet"
            >
              Back to the folder’s value
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

function BackDialog(props: { name: SettingName; version: number; onClose: () => void }) {
  const { name, version, onClose } = props;
  const send = useSend(changeSettings, { refresh: [viewSettings], onDone: onClose });
  return (
    <QuestionDialog
      confirmLabel="Back to the folder’s value"
      onClose={onClose}
      onConfirm={(signal) => send({ [name]: null, version }, signal)}
      open
      subtitle={shown[name].tells}
      title={`${shown[name].title}: take the folder’s value?`}
    />
  );
}
