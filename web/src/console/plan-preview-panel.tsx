import { I18nProvider } from '@lingui/react';
import type { viewStaffPlan } from '@portside/contract/console/plans';
import type { OutputOf } from '@portside/contract/endpoint';
import { languageNames } from '@portside/contract/language';
import { LabelTile } from '../plans/label-tile.tsx';
import { PlanTile } from '../plans/plan-tile.tsx';
import { messages as spanish } from '../words/es.ts';
import { wordsOf } from '../words/i18n.ts';

type Preview = OutputOf<typeof viewStaffPlan>['preview'];

const nothing = () => {};

/** As the shop will show it. Nothing in it can be pressed. */
export function PlanPreviewPanel({ preview }: { preview: Preview }) {
  return (
    <section aria-labelledby="plan-preview" className="flex flex-col gap-4">
      <h2 className="text-lead" id="plan-preview">
        As the shop will show it
      </h2>
      <div className="grid gap-6 md:grid-cols-2">
        {preview.map(({ language, plan, label }) => (
          <section
            aria-label={languageNames[language]}
            className="flex min-w-0 flex-col gap-4"
            key={language}
          >
            <p className="text-fine text-ink-soft">{languageNames[language]}</p>
            <div className="flex flex-col gap-4" inert lang={language}>
              <I18nProvider i18n={wordsOf(language, language === 'es' ? spanish : undefined)}>
                <PlanTile level={3} onSelect={nothing} plan={plan} selected={false} />
                {label && <LabelTile label={label} />}
              </I18nProvider>
            </div>
          </section>
        ))}
      </div>
    </section>
  );
}
