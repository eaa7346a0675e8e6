import { useEffect, useState } from 'react';
import { Spinner } from '../ui/spinner.tsx';

/** A flashing spinner says nothing. */
const PATIENCE_MS = 400;

/** B13: over the page that is left. */
export function WaitingSpinner() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-30 grid place-items-center print:hidden">
      <div className="grid animate-arrive place-items-center rounded-panel bg-surface p-5 shadow-float forced-colors:border">
        <Spinner size={40} />
      </div>
    </div>
  );
}
