import { I18nProvider } from '@lingui/react';
import * as calls from '@portside/contract/console/add-ons';
import type { OutputOf } from '@portside/contract/endpoint';
import { dataAmount, money } from '@portside/contract/formats';
import { languageNames } from '@portside/contract/language';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { AddOnRow } from '../plans/add-on-list.tsx';
import { Button } from '../ui/button.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useWork } from '../ui/use-work.ts';
import { messages as spanish } from '../words/es.ts';
import { wordsOf } from '../words/i18n.ts';
import { AddOnDialog } from './add-on-dialog.tsx';
import { useMe } from './me.ts';
import { MissingPanel } from './missing-panel.tsx';
import { moment } from './moment.ts';
import { planState } from './plans-page.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { useShop } from './shop.ts';
import { VersionsPanel } from './versions-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

type StaffAddOn = OutputOf<typeof calls.viewStaffAddOn>;

/** L10: the newest version, what it lacks to be sold, and what each version changed. */
export function AddOnPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(calls.viewStaffAddOn, { id });
  return (
    <section aria-labelledby="add-on-title" className="flex max-w-[56rem] flex-col gap-6">
      <TextLink to="/add-ons">All add-ons</TextLink>
      <h1 className="text-title wrap-anywhere" id="add-on-title">
        {answer.data?.addOn.name ?? 'Add-on'}
      </h1>
      <WaitingPanel answer={answer} lines={5} />
      {answer.data && (
        <>
          <Newest shown={answer.data} />
          <Actions shown={answer.data} />
          <Preview preview={answer.data.preview} />
          <VersionsPanel versions={answer.data.versions} />
        </>
      )}
    </section>
  );
}

function Newest({ shown: { addOn, missing, publishFailed } }: { shown: StaffAddOn }) {
  const { timeZone } = useShop();
  const facts = [
    ['State', planState(addOn)],
    ...(addOn.publishesAt ? [['Is published', moment(addOn.publishesAt, timeZone)]] : []),
    ['Price', money(addOn.price)],
    ['Data', addOn.megabytes === null ? 'None' : dataAmount(addOn.megabytes, 'en')],
    ['Bought', addOn.recurring ? 'With each 30 days' : 'Once'],
  ];
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        {facts.map(([name, value]) => (
          <div className="contents" key={name}>
            <dt className="text-ink-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <MissingPanel missing={missing} publishFailed={publishFailed} />
    </>
  );
}

function Actions({ shown: { addOn, missing } }: { shown: StaffAddOn }) {
  const { can } = useMe();
  const [asks, setAsks] = useState<'edit' | 'publish' | 'off'>();
  const refresh = [calls.listStaffAddOns, calls.viewStaffAddOn];
  const hold = useSend(calls.holdAddOn, { refresh });
  const takeOff = useSend(calls.takeAddOnOff, { refresh });
  const work = useWork();
  const { id, version } = addOn;
  const isNew = addOn.isDraft || addOn.state === 'off_sale';
  const close = () => setAsks(undefined);
  if (!can.includes(calls.saveAddOn.name)) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {isNew && missing.length === 0 && <Button onClick={() => setAsks('publish')}>Publish</Button>}
      <Button onClick={() => setAsks('edit')} variant="secondary">
        Edit
      </Button>
      {addOn.state === 'on_sale' && (
        <Button onClick={() => setAsks('off')} variant="quiet">
          Take off sale
        </Button>
      )}
      {addOn.publishesAt && (
        <Button
          loading={work.loading}
          onClick={() =>
            void work.run(async (signal) => void (await hold({ id, version }, signal)))
          }
          variant="quiet"
        >
          Don’t publish it then
        </Button>
      )}
      {asks === 'edit' && <AddOnDialog addOn={addOn} onClose={close} />}
      {asks === 'publish' && (
        <PublishDialog
          endpoint={calls.publishAddOn}
          name={addOn.name}
          onClose={close}
          one={addOn}
          refresh={refresh}
          tells={`The shop sells it for ${money(addOn.price)} from then on. What lines have of it stays as it was bought.`}
        />
      )}
      <QuestionDialog
        confirmLabel="Take off sale"
        onClose={close}
        onConfirm={async (signal) => {
          const errors = await takeOff({ id, version }, signal);
          if (!errors) close();
        }}
        open={asks === 'off'}
        title={`Take ${addOn.name} off sale?`}
      >
        The shop shows it no more. Lines that have it keep it until their days end.
      </QuestionDialog>
    </div>
  );
}

/** As the shop will show it. Nothing in it can be pressed. */
function Preview({ preview }: Pick<StaffAddOn, 'preview'>) {
  return (
    <section aria-labelledby="add-on-preview" className="flex flex-col gap-4">
      <h2 className="text-lead" id="add-on-preview">
        As the shop will show it
      </h2>
      {preview.map(({ language, addOn }) => (
        <div inert key={language} lang={language}>
          <p className="text-fine text-ink-soft">{languageNames[language]}</p>
          <I18nProvider i18n={wordsOf(language, language === 'es' ? spanish : undefined)}>
            <ul className="border-t">
              <AddOnRow addOn={addOn} language={language} />
            </ul>
          </I18nProvider>
        </div>
      ))}
    </section>
  );
}
