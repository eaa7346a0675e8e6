import { useLingui } from '@lingui/react';
import { type LineIcon, lineIcon } from '@portside/contract/lines';
import { useId } from 'react';
import { LineIconPicture, lineIconWords } from './line-icon-tile.tsx';

interface LineIconFormProps {
  value: LineIcon;
  onChange: (icon: LineIcon) => void;
}

export function LineIconForm({ value, onChange }: LineIconFormProps) {
  const { i18n } = useLingui();
  const id = useId();
  const words = lineIconWords(i18n);
  return (
    <fieldset role="radiogroup">
      <legend className="mb-2 font-strong leading-snug">{i18n.t('Icon')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2 min-[600px]:grid-cols-5">
        {lineIcon.options.map((icon) => (
          <label
            className="relative flex min-h-[4.25rem] cursor-pointer flex-col items-center justify-center gap-1 rounded-control border-(length:--stroke) border-edge bg-surface px-1 text-fine motion hover:border-ink has-checked:border-action has-checked:bg-action-soft has-checked:font-strong has-checked:shadow-[inset_0_0_0_1px_var(--action)] has-focus-visible:shadow-[0_0_0_3px_var(--focus)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-[var(--focus-edge)] forced-colors:has-checked:outline-3"
            htmlFor={`${id}-${icon}`}
            key={icon}
          >
            <input
              checked={icon === value}
              className="absolute inset-0 appearance-none opacity-0"
              id={`${id}-${icon}`}
              name="icon"
              onChange={() => onChange(icon)}
              type="radio"
              value={icon}
            />
            <LineIconPicture icon={icon} />
            {words[icon]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
