import { useLingui } from '@lingui/react';
import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

interface SuggestionPanelProps {
  /** The street, the unit, the town. */
  lines: readonly string[];
  onUse: () => void;
  onKeep: () => void;
}

/** Takes the focus, so that it is read out where the form was sent. */
export function SuggestionPanel({ lines, onUse, onKeep }: SuggestionPanelProps) {
  const { i18n } = useLingui();
  const id = useId();
  const element = useRef<HTMLElement>(null);
  const text = lines.join(', ');
  useEffect(() => element.current?.focus(), [text]);
  return (
    <section
      aria-describedby={`${id}-address`}
      aria-labelledby={`${id}-question`}
      className="remark scroll-my-6 px-4 py-4 outline-offset-4 xs:px-5"
      ref={element}
      role="group"
      tabIndex={-1}
    >
      <p className="font-strong" id={`${id}-question`}>
        {i18n.t('Did you mean this address?')}
      </p>
      <address className="mt-1 not-italic" id={`${id}-address`}>
        {lines.map((line) => (
          <span className="block" key={line}>
            {line}
          </span>
        ))}
      </address>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onUse} variant="secondary">
          {i18n.t('Use this')}
        </Button>
        <Button onClick={onKeep} variant="quiet">
          {i18n.t('Keep mine')}
        </Button>
      </div>
    </section>
  );
}
