import { useLingui } from '@lingui/react';
import type { HomeWords } from '@portside/contract/content';
import { Accordion } from '../ui/accordion.tsx';
import { TextLink } from '../ui/text-link.tsx';

export function Questions({ words }: { words: HomeWords['questions'] }) {
  const { i18n } = useLingui();
  const items = words.items.map(({ title, text }) => ({ title, body: text }));
  return (
    <section
      aria-labelledby="questions"
      className="page grid gap-x-16 gap-y-8 pt-20 md:grid-cols-[2fr_3fr] md:pt-28"
    >
      <div>
        <h2 className="text-display" id="questions">
          {words.title}
        </h2>
        <p className="mt-4 text-ink-soft">
          {i18n.t('Didn’t find your answer?')}{' '}
          <TextLink to="/faq">{i18n.t('All questions')}</TextLink>
        </p>
      </div>
      <Accordion items={items} />
    </section>
  );
}
