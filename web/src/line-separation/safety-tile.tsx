import { useLingui } from '@lingui/react';
import { TextLink } from '../ui/text-link.tsx';

/** Before anything is typed. */
export function SafetyTile() {
  const { i18n } = useLingui();
  return (
    <section
      aria-labelledby="safety"
      className="measure remark-shape mt-8 border-mark bg-mark-soft px-4 py-4 xs:px-5"
    >
      <h2 className="text-lead" id="safety">
        {i18n.t('Be safe first')}
      </h2>
      <ul className="mt-2 flex list-disc flex-col gap-2 ps-5">
        <li>
          {i18n.t(
            '“Leave this page” clears this page at once and shows the weather in its place. So does the Shift key, pressed three times.',
          )}
        </li>
        <li>
          {i18n.t(
            'What you enter here is not kept in the browser. But the browser’s history names this page until you delete it there. A private window, or a phone or computer that the person who harmed you can’t look at, is safer.',
          )}
        </li>
        <li>
          {i18n.t(
            'In danger, call 911. The National Domestic Violence Hotline is there day and night, free of charge:',
          )}{' '}
          <TextLink className="inline-flex min-h-11 items-center tabular-nums" to="tel:18007997233">
            1-800-799-7233
          </TextLink>
        </li>
      </ul>
    </section>
  );
}
