import { useLingui } from '@lingui/react';
import type { TextPage } from '@portside/contract/content';
import { useLoaderData } from 'react-router';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { TextBlocks } from './text-panel.tsx';

/** A12, A13. */
export function Component() {
  const { i18n } = useLingui();
  const { title, blocks, sections, language } = useLoaderData<TextPage>();
  return (
    <article className="page py-12 md:py-20 print:py-0">
      <h1 className="text-display" lang={language}>
        {title}
      </h1>
      <div className="mt-6 border-s-4 border-mark ps-5 md:mt-8" lang={language}>
        <TextBlocks blocks={blocks} />
      </div>
      <div className="mt-12 grid gap-x-16 gap-y-10 md:mt-16 md:grid-cols-[17rem_1fr]">
        <nav
          aria-label={i18n.t('On this page')}
          className="self-start md:sticky md:top-6 md:max-h-[calc(100vh-3rem)] md:overflow-y-auto print:hidden"
        >
          <h2 className="text-fine text-ink-soft">{i18n.t('On this page')}</h2>
          <ol className="mt-2 border-t">
            {sections.map((section) => (
              <li className="border-b" key={section.id} lang={language}>
                <TextLink
                  className="flex min-h-11 items-center py-1.5 no-underline"
                  to={`#${section.id}`}
                >
                  {section.title}
                </TextLink>
              </li>
            ))}
          </ol>
          <Button className="mt-4 -ms-3" icon="receipt" onClick={() => print()} variant="quiet">
            {i18n.t('Print this page')}
          </Button>
        </nav>
        <div className="flex flex-col gap-12">
          {sections.map((section) => (
            <div key={section.id} lang={language}>
              <h2 className="mb-4 scroll-mt-6 text-title" id={section.id}>
                {section.title}
              </h2>
              <TextBlocks blocks={section.blocks} />
            </div>
          ))}
        </div>
      </div>
    </article>
  );
}
