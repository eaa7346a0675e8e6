import { useLingui } from '@lingui/react';
import { useEffect } from 'react';
import { AWAY, forgetOnLeaving, leaveAtOnce, watchShift } from './leaving.ts';

interface LeaveTileProps {
  /** For tests: jsdom goes nowhere. */
  go?: (url: string) => void;
}

/** First on the page and always in view. A link: it leads away before any script is there. */
export function LeaveTile({ go = (url) => location.replace(url) }: LeaveTileProps) {
  const { i18n } = useLingui();
  useEffect(() => watchShift(() => leaveAtOnce(go)), [go]);
  useEffect(forgetOnLeaving, []);
  useEffect(() => {
    // What has the focus is not beneath it.
    document.documentElement.style.scrollPaddingTop = '6rem';
    return () => void document.documentElement.style.removeProperty('scroll-padding-top');
  }, []);
  return (
    <div className="sticky top-0 z-[45] bg-deep text-on-deep print:hidden" data-leave>
      <div className="page flex min-h-14 items-center justify-end gap-x-6">
        <p className="text-fine text-on-deep-soft max-md:hidden">
          {i18n.t('Or press Shift three times.')}
        </p>
        <a
          className="press border-transparent bg-action text-on-action enabled-hover:bg-action-hover"
          href={AWAY}
          onClick={(event) => {
            event.preventDefault();
            leaveAtOnce(go);
          }}
          rel="noreferrer"
        >
          {i18n.t('Leave this page')}
        </a>
      </div>
    </div>
  );
}
