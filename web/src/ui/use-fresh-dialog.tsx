import { Fragment, type ReactNode, Suspense, useState } from 'react';

interface Shown {
  open: boolean;
  onClose: () => void;
  /** Closes it, with what it asked about carried out. */
  onFinished: () => void;
}

interface FreshDialog {
  ask: () => void;
  /**
   * The last question was carried out. Its button may be another one by now: the focus goes elsewhere, or
   * a key pressed once more would undo it.
   */
  isFinished: boolean;
  /** Its place: nothing until it is asked for the first time. */
  show: (dialog: (shown: Shown) => ReactNode) => ReactNode;
}

const notAsked = { open: false, count: 0, isFinished: false };

/** A dialog whose script loads when it is asked for, and that begins anew each time. */
export function useFreshDialog(): FreshDialog {
  const [{ open, count, isFinished }, setDialog] = useState(notAsked);
  const close = (finished: boolean) => setDialog({ open: false, count, isFinished: finished });
  return {
    ask: () => setDialog((before) => ({ ...notAsked, open: true, count: before.count + 1 })),
    isFinished,
    show: (dialog) =>
      count > 0 && (
        <Suspense>
          <Fragment key={count}>
            {dialog({ open, onClose: () => close(false), onFinished: () => close(true) })}
          </Fragment>
        </Suspense>
      ),
  };
}
