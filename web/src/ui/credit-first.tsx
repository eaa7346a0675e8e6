import { useLingui } from '@lingui/react';

interface CreditFirstProps {
  /** Undefined where there is none. */
  credit: number | undefined;
}

/** Beside the amount: several lines share one credit, so nobody knows yet how much of it is left. */
export function CreditFirst({ credit }: CreditFirstProps) {
  const { i18n } = useLingui();
  if (credit === undefined) return null;
  return (
    <span className="block text-fine text-ink-soft">{i18n.t('Your credit is used first.')}</span>
  );
}
