import { Fragment, type ReactNode, Suspense, useState } from 'react';

interface Shown {
  open: boolean;
  onClose: () => void;
}

interface FreshDialog {
  ask: () => void;
  /** Its place: nothing until it is asked for the first time. */
  show: (dialog: (shown: Shown) => ReactNode) => ReactNode;
}

/** A dialog whose script loads when it is asked for, and that begins anew each time. */
export function useFreshDialog(): FreshDialog {
  const [{ open, count }, setDialog] = useState({ open: false, count: 0 });
  return {
    ask: () => setDialog((before) => ({ open: true, count: before.count + 1 })),
    show: (dialog) =>
      count > 0 && (
        <Suspense>
          <Fragment key={count}>
            {dialog({ open, onClose: () => setDialog({ open: false, count }) })}
          </Fragment>
        </Suspense>
      ),
  };
}
