import { useLingui } from '@lingui/react';
import type { AddOn } from '@portside/contract/add-on';
import { money } from '@portside/contract/formats';
import type { Language } from '@portside/contract/language';
import { usePage } from '../api/page.tsx';

/** What a line can have besides its plan; it is bought on the line's page (K10). */
export function AddOnList({ addOns }: { addOns: readonly AddOn[] }) {
  const { i18n } = useLingui();
  const { language } = usePage();
  if (addOns.length === 0) return null;
  return (
    <section aria-labelledby="add-ons" className="mt-10">
      <h2 className="text-heading" id="add-ons">
        {i18n.t('More when you need it')}
      </h2>
      <p className="mt-2 measure text-ink-soft">
        {i18n.t(
          'Add these to any plan once your line is active. Each one is good through the end of your 30 days.',
        )}
      </p>
      <ul className="mt-4 grid gap-x-12 border-t md:grid-cols-2">
        {addOns.map((addOn) => (
          <AddOnRow addOn={addOn} key={addOn.id} language={language} />
        ))}
      </ul>
    </section>
  );
}

export function AddOnRow({ addOn, language }: { addOn: AddOn; language: Language }) {
  const { i18n } = useLingui();
  const { name, description, price, recurring } = addOn;
  return (
    <li className="flex items-baseline justify-between gap-6 border-b py-3">
      <div>
        <h3 className="text-lead">{name}</h3>
        {description && <p className="measure text-fine text-ink-soft">{description}</p>}
      </div>
      <p className="text-end font-strong tabular-nums">
        {recurring
          ? i18n.t('{price} each 30 days', { price: money(price, language) })
          : money(price, language)}
      </p>
    </li>
  );
}
