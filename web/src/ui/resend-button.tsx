import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

/** J02. */
const RESEND_MS = 30_000;

interface ResendButtonProps {
  /** Milliseconds. */
  sentAt: number;
  onResend: () => void;
  loading?: boolean | undefined;
  className?: string | undefined;
}

/** E07. */
export function ResendButton({ sentAt, onResend, loading, className }: ResendButtonProps) {
  const { i18n } = useLingui();
  const left = useSecondsLeft(sentAt + RESEND_MS);
  return (
    <Button
      aria-disabled={left > 0 || undefined}
      className={classes(className, left > 0 && 'text-ink-soft!')}
      icon="refresh"
      loading={loading}
      onClick={() => left === 0 && onResend()}
      variant="quiet"
    >
      <span className="tabular-nums">
        {left > 0 ? i18n.t('Resend code in {seconds} s', { seconds: left }) : i18n.t('Resend code')}
      </span>
    </Button>
  );
}

function useSecondsLeft(end: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [end]);
  // A clock that is set back must not lock it for longer.
  return Math.min(RESEND_MS / 1000, Math.max(0, Math.ceil((end - now) / 1000)));
}
