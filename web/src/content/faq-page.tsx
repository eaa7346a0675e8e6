import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { useLoaderData, useLocation } from 'react-router';
import { usePage } from '../api/page.tsx';
import { Accordion } from '../ui/accordion.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Field } from '../ui/field.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { loadText } from './load-text.ts';
import { matching } from './matches.ts';
import { TextBlocks } from './text-panel.tsx';

export const loader = loadText('faq');

/** A06: every answer has an anchor, `/faq#can-i-keep-my-number`. */
export function Component() {
  const { i18n } = useLingui();
  const { support } = usePage().brand;
  const { title, sections, language } = useLoaderData<typeof loader>();
  const [search, setSearch] = useState('');
  const found = matching(sections, search);
  useOpenAnswer(setSearch);
  const items = found.map((section) => ({
    id: section.id,
    title: <span lang={language}>{section.title}</span>,
    body: (
      <>
        <div lang={language}>
          <TextBlocks blocks={section.blocks} />
        </div>
        <p className="mt-4 text-fine">
          <TextLink to={`#${section.id}`}>{i18n.t('Link to this answer')}</TextLink>
        </p>
      </>
    ),
  }));
  return (
    <div className="page grid gap-x-16 gap-y-10 py-12 md:grid-cols-[2fr_3fr] md:py-20">
      <div className="md:sticky md:top-8 md:self-start">
        <h1 className="text-display" lang={language}>
          {title}
        </h1>
        <form className="mt-8" onSubmit={(event) => event.preventDefault()} role="search">
          <Field
            clearable
            enterKeyHint="search"
            label={i18n.t('Search the questions')}
            name="search"
            onChange={setSearch}
            type="search"
            value={search}
          />
          <p aria-live="polite" className="mt-2 min-h-6 text-fine text-ink-soft" role="status">
            {search.trim() !== '' &&
              i18n.t('{count, plural, one {# question} other {# questions}}', {
                count: found.length,
              })}
          </p>
        </form>
        <p className="measure mt-6 text-ink-soft">
          {i18n.t('Didn’t find your answer?')}{' '}
          <TextLink to="/contact-us">{i18n.t('Contact Us')}</TextLink>{' '}
          {i18n.t('or call {phone}.', { phone: support.phone })}
        </p>
        <p className="measure mt-4 text-ink-soft">
          {i18n.t('Has somebody on your account harmed you?')}{' '}
          <TextLink to="/own-account">{i18n.t('Leave a shared account safely')}</TextLink>
        </p>
      </div>
      {items.length > 0 ? (
        <Accordion items={items} />
      ) : (
        <EmptyState level={2} title={i18n.t('No question matches these words')}>
          {i18n.t('Try fewer or different words, or ask us.')}
        </EmptyState>
      )}
    </div>
  );
}

/** Opens and shows the answer in the address, past any search. */
function useOpenAnswer(setSearch: (search: string) => void) {
  const { hash, key } = useLocation();
  useEffect(() => {
    // Ids are letters, digits and hyphens.
    const id = hash.slice(1);
    if (id === '') return;
    setSearch('');
    // After the search is cleared.
    const frame = requestAnimationFrame(() => {
      const answer = document.getElementById(id);
      if (!(answer instanceof HTMLDetailsElement)) return;
      answer.open = true;
      answer.scrollIntoView?.({ block: 'start' });
      answer.querySelector('summary')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [hash, key, setSearch]);
}
