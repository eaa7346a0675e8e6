import { Spinner } from './spinner.tsx';

/** As tall as the window, so that the footer does not jump (B13). */
export function SpinnerPage() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner />
    </div>
  );
}
