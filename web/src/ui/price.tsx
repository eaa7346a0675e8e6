import { useLingui } from '@lingui/react';
import { classes } from './classes.ts';

interface PriceProps {
  amount: number;
  per?: 'month' | undefined;
  size?: 'body' | 'title' | 'heading' | 'display' | undefined;
  className?: string | undefined;
}

// Costly to make.
const twoDecimals = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

const sizes = {
  body: 'text-body',
  title: 'text-title',
  heading: 'text-heading',
  display: 'text-display',
};

/** `$25.00/mo`: one string to screen readers. */
export function Price({ amount, per, size = 'body', className }: PriceProps) {
  const { i18n } = useLingui();
  const whole = twoDecimals.format(Math.abs(amount));
  const big = size === 'heading' || size === 'display';
  return (
    <span
      className={classes('head tabular-nums', !big && 'whitespace-nowrap', sizes[size], className)}
    >
      <span className="whitespace-nowrap">
        {amount < 0 && '−'}
        <span className={classes('font-medium', big && 'align-[0.42em] text-[0.55em]')}>$</span>
        {whole}
      </span>
      {per && (
        <>
          {/* With letters of 200 % there is no room for both on a line. */}
          <wbr />
          <span
            className={classes(
              'font-text font-medium tracking-normal normal-case text-ink-soft',
              big ? 'text-[0.4em]' : 'text-[0.85em]',
            )}
          >
            {i18n.t('/mo')}
          </span>
        </>
      )}
    </span>
  );
}
