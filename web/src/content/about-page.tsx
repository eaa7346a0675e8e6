import { useLingui } from '@lingui/react';
import { useLoaderData } from 'react-router';
import { usePage } from '../api/page.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Flag, signalNames } from '../ui/flag.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { loadText } from './load-text.ts';
import { TextBlocks, TextRuns } from './text-panel.tsx';

export const loader = loadText('about');

/** A03. */
export function Component() {
  const { i18n } = useLingui();
  const { host } = usePage().brand;
  const { title, blocks, sections, language } = useLoaderData<typeof loader>();
  const [first, ...rest] = blocks;
  return (
    <>
      <div className="page grid gap-x-16 gap-y-8 pt-12 pb-16 md:grid-cols-[3fr_2fr] md:pt-20 md:pb-24">
        <div>
          <p className="font-strong text-ink-soft">{i18n.t('Why {host}?', { host })}</p>
          <h1 className="mt-2 text-display" lang={language}>
            {title}
          </h1>
        </div>
        <div className="self-end" lang={language}>
          {first?.kind === 'paragraph' && (
            <p className="measure text-lead">
              <TextRuns runs={first.runs} />
            </p>
          )}
        </div>
      </div>
      <div aria-hidden="true" className="overflow-hidden border-y bg-fog">
        <div className="page flex justify-between gap-2 py-8 md:py-12">
          {signalNames.map((name) => (
            <Flag className="size-12 md:size-28" key={name} name={name} size={112} />
          ))}
        </div>
      </div>
      <div className="page">
        {rest.length > 0 && (
          <div className="py-12" lang={language}>
            <TextBlocks blocks={rest} />
          </div>
        )}
        {sections.map((section) => (
          <section
            aria-labelledby={section.id}
            className="grid gap-x-16 gap-y-4 border-b py-12 last:border-0 md:grid-cols-[2fr_3fr] md:py-16"
            key={section.id}
            lang={language}
          >
            <h2 className="scroll-mt-8 text-heading" id={section.id}>
              {section.title}
            </h2>
            <TextBlocks blocks={section.blocks} />
          </section>
        ))}
        <div className="flex flex-wrap items-center gap-x-8 gap-y-3 border-t pt-10">
          <ButtonLink iconAfter="arrow-right" to="/shop">
            {i18n.t('See the plans')}
          </ButtonLink>
          <TextLink className="inline-flex min-h-11 items-center font-strong" to="/contact-us">
            {i18n.t('Contact Us')}
          </TextLink>
        </div>
      </div>
    </>
  );
}
