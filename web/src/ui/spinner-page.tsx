import { Spinner } from './spinner.tsx';

/** The loading fallback (B13), as tall as the window, so that the footer does not jump. */
export function SpinnerPage() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner />
    </div>
  );
}
