import {
  addNotice,
  changeNotice,
  type KeptNotice,
  listNotices,
} from '@portside/contract/console/notices';
import { languageNames, languages, type Language } from '@portside/contract/language';
import type { NoticeKind } from '@portside/contract/notices';
import { I18nProvider } from '@lingui/react';
import { useSubmit } from '../api/use-submit.ts';
import { NoticesTile } from '../notices/notices-tile.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { messages as spanish } from '../words/es.ts';
import { wordsOf } from '../words/i18n.ts';
import { hereTime } from './here-time.ts';
import { useShop } from './shop.ts';

interface Values {
  kind: NoticeKind;
  en: string;
  es: string;
  zipPrefix: string;
  from: string;
  until: string;
}

const kinds = [
  { value: 'outage', label: 'An outage' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'news', label: 'Something else' },
];

const valuesOf = (notice: KeptNotice | undefined, timeZone: string): Values => ({
  kind: notice?.kind ?? 'outage',
  en: notice?.texts.en ?? '',
  es: notice?.texts.es ?? '',
  zipPrefix: notice?.zipPrefix ?? '',
  from: notice ? hereTime(new Date(notice.from), timeZone) : '',
  until: hereTime(notice ? new Date(notice.until) : new Date(Date.now() + 6 * 3_600_000), timeZone),
});

export function NoticeDialog({
  notice,
  onClose,
}: {
  notice: KeptNotice | undefined;
  onClose: () => void;
}) {
  const { timeZone } = useShop();
  const form = useForm({
    initial: valuesOf(notice, timeZone),
    ...useSubmit(notice ? changeNotice : addNotice, {
      input: ({ en, es, ...rest }: Values) => ({
        ...rest,
        ...(notice && { id: notice.id }),
        texts: { en, es },
      }),
      refresh: [listNotices],
      refusalAt: 'es',
      onDone: onClose,
    }),
  });
  const { kind, ...values } = form.values;
  const hasBegun = notice?.state === 'shown';
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      open
      submitLabel={notice ? 'Change it' : 'Publish'}
      subtitle={`Times are the shop’s: ${timeZone.replaceAll('_', ' ')}.`}
      title={notice ? 'Change the notice' : 'Write a notice'}
    >
      <Select
        error={form.errors.kind}
        label="What it is about"
        name="kind"
        onChange={(value) => form.set('kind', value as NoticeKind)}
        options={kinds}
        value={kind}
      />
      <TextArea {...form.text('en')} autoFocus label="In English" maxLength={300} rows={2} />
      <TextArea {...form.text('es')} label="In Spanish" maxLength={300} rows={2} />
      <Field
        {...form.text('zipPrefix')}
        hint="The first digits: 100 is New York City. Then only customers with a line there see it. Empty: everybody, on every page."
        inputMode="numeric"
        label="ZIP codes that begin with"
        maxLength={5}
        optional
      />
      <div className="grid gap-6 md:grid-cols-2">
        <Field
          {...form.text('from')}
          hint={hasBegun ? 'It has begun.' : 'Empty: now.'}
          label="From"
          optional
          readOnly={hasBegun}
          type="datetime-local"
        />
        <Field {...form.text('until')} label="Until" type="datetime-local" />
      </div>
      <Preview kind={kind} texts={values} />
    </FormDialog>
  );
}

/** As pages show it. */
function Preview({ kind, texts }: { kind: NoticeKind; texts: Record<Language, string> }) {
  return (
    <section aria-label="Preview">
      <h3 className="mb-2 text-fine font-strong">Preview</h3>
      {languages.map((language) => (
        <div className="mb-2 overflow-hidden rounded-control" key={language} lang={language}>
          <I18nProvider i18n={wordsOf(language, language === 'es' ? spanish : undefined)}>
            <NoticesTile
              notices={[
                { id: language, kind, text: texts[language] || `… (${languageNames[language]})` },
              ]}
            />
          </I18nProvider>
        </div>
      ))}
    </section>
  );
}
