import { useLingui } from '@lingui/react';
import type { HomeWords } from '@portside/contract/content';
import { usePage } from '../api/page.tsx';

export function NetworkMap({ words }: { words: HomeWords['network'] }) {
  const { i18n } = useLingui();
  const { brand } = usePage();
  if (!words?.map) return null;
  const { name, map } = words;
  return (
    <section aria-labelledby="network" className="page pt-20 md:pt-28">
      <figure className="grid gap-x-16 gap-y-8 md:grid-cols-[2fr_3fr] md:items-center">
        <figcaption>
          <h2 className="text-display" id="network">
            {map.title}
          </h2>
          <p className="measure mt-5 text-lead">{i18n.t('Our network: {name}.', { name })}</p>
          <p className="measure mt-3 text-ink-soft">{map.text}</p>
        </figcaption>
        <img
          alt={map.alt}
          className="h-auto w-full"
          // Three kilobytes: with the page, so that nobody scrolls to an empty place.
          fetchPriority="low"
          height={455}
          src={`/brands/${brand.id}/${map.file}`}
          width={720}
        />
      </figure>
    </section>
  );
}
