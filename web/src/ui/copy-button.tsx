import { useLingui } from '@lingui/react';
import { type ComponentProps, useState } from 'react';
import { Button } from './button.tsx';

interface CopyButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'aria-describedby' | 'className' | 'variant'
> {
  text: string;
}

/** Says so once it has copied. */
export function CopyButton({ text, ...button }: CopyButtonProps) {
  const { i18n } = useLingui();
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Copying may be forbidden.
      setCopied(false);
    }
  }
  return (
    <Button {...button} icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? i18n.t('Copied') : i18n.t('Copy')}</span>
    </Button>
  );
}
