import * as calls from '@portside/contract/console/plans';
import type { OutputOf } from '@portside/contract/endpoint';
import { money } from '@portside/contract/formats';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../api/use-answer.ts';
import { useSend } from '../api/use-send.ts';
import { Button } from '../ui/button.tsx';
import { QuestionDialog } from '../ui/question-dialog.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { useWork } from '../ui/use-work.ts';
import { useMe } from './me.ts';
import { MissingPanel } from './missing-panel.tsx';
import { moment } from './moment.ts';
import { PlanDraftDialog } from './plan-draft-dialog.tsx';
import { prepayWords } from './plan-prepay-values.ts';
import { PlanPreviewPanel } from './plan-preview-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { planState } from './plans-page.tsx';
import { useShop } from './shop.ts';
import { VersionsPanel } from './versions-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';

type StaffPlan = OutputOf<typeof calls.viewStaffPlan>;

/** L10: the newest version, what it lacks to be sold, and what each version changed. */
export function PlanPage() {
  const { id = '' } = useParams();
  const answer = useAnswer(calls.viewStaffPlan, { id });
  return (
    <section aria-labelledby="plan-title" className="flex max-w-[56rem] flex-col gap-6">
      <TextLink to="/plans">All plans</TextLink>
      <h1 className="text-title wrap-anywhere" id="plan-title">
        {answer.data?.plan.retailName ?? 'Plan'}
      </h1>
      <WaitingPanel answer={answer} />
      {answer.data && (
        <>
          <Newest shown={answer.data} />
          <Actions shown={answer.data} />
          <PlanPreviewPanel preview={answer.data.preview} />
          <VersionsPanel versions={answer.data.versions} />
        </>
      )}
    </section>
  );
}

function Newest({ shown: { plan, missing, publishFailed } }: { shown: StaffPlan }) {
  const { timeZone } = useShop();
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">State</dt>
        <dd>{planState(plan)}</dd>
        {plan.publishesAt && (
          <>
            <dt className="text-ink-soft">Is published</dt>
            <dd>{moment(plan.publishesAt, timeZone)}</dd>
          </>
        )}
        <dt className="text-ink-soft">Price</dt>
        <dd>{money(plan.retailPrice)}</dd>
        <dt className="text-ink-soft">Several months at once</dt>
        <dd>{prepayWords(plan.prepay)}</dd>
        <dt className="text-ink-soft">Description</dt>
        <dd className="whitespace-pre-line">{plan.retailDescription}</dd>
        <dt className="text-ink-soft">In Spanish</dt>
        <dd className="whitespace-pre-line" lang={plan.descriptionInSpanish && 'es'}>
          {plan.descriptionInSpanish ?? 'None'}
        </dd>
        <dt className="text-ink-soft">Marked as popular</dt>
        <dd>{plan.popular ? 'Yes' : 'No'}</dd>
        <dt className="text-ink-soft">Broadband label</dt>
        <dd>{plan.label ? 'Has its values' : 'None'}</dd>
      </dl>
      <MissingPanel missing={missing} publishFailed={publishFailed} />
    </>
  );
}

function Actions({ shown: { plan, missing } }: { shown: StaffPlan }) {
  const { can } = useMe();
  const [asks, setAsks] = useState<'edit' | 'publish' | 'off'>();
  const refresh = [calls.listStaffPlans, calls.viewStaffPlan];
  const hold = useSend(calls.holdPlan, { refresh });
  const work = useWork();
  const takeOff = useSend(calls.takePlanOff, { refresh });
  const { id, version } = plan;
  const isNew = plan.isDraft || plan.state === 'off_sale';
  const close = () => setAsks(undefined);
  if (!can.includes(calls.savePlan.name)) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {isNew && missing.length === 0 && <Button onClick={() => setAsks('publish')}>Publish</Button>}
      <Button onClick={() => setAsks('edit')} variant="secondary">
        Edit
      </Button>
      {plan.state === 'on_sale' && (
        <Button onClick={() => setAsks('off')} variant="quiet">
          Take off sale
        </Button>
      )}
      {asks === 'edit' && <PlanDraftDialog onClose={close} plan={plan} />}
      {plan.publishesAt && (
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
      {asks === 'publish' && (
        <PublishDialog
          endpoint={calls.publishPlan}
          name={plan.retailName}
          onClose={close}
          one={plan}
          refresh={refresh}
          tells={`The shop sells it for ${money(plan.retailPrice)} from then on. If the price rises, lines that have the plan are told, and pay it in 30 days at the earliest.`}
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
        title={`Take ${plan.retailName} off sale?`}
      >
        The shop shows it no more. Lines that have it keep it and its price.
      </QuestionDialog>
    </div>
  );
}
