import { type ReactNode, useRef, useState } from 'react';
import { CodeBoxes } from './code-boxes.tsx';
import type { FieldFault } from './form.tsx';
import { ResendButton } from './resend-button.tsx';
import { useWork, type Work } from './use-work.ts';

interface CodeEntryOptions {
  length: 5 | 6;
  check: (code: string) => string | undefined;
  /** Errors empty the boxes. */
  onEnter: (code: string, signal: AbortSignal) => Promise<readonly FieldFault[] | void>;
  /** Answers whether a code was sent. */
  onResend?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
}

export interface CodeEntry extends Work {
  readonly length: 5 | 6;
  readonly code: string;
  readonly error: string | undefined;
  readonly type: (code: string) => void;
  /** `code`: completed by the last digit. */
  readonly enter: (code?: string) => Promise<void>;
  readonly resend: (() => Promise<void>) | undefined;
  /** Milliseconds. */
  readonly sentAt: number;
  readonly restart: () => void;
  readonly bind: (element: HTMLFormElement | null) => void;
}

/** Submits when the last digit is typed (E15). */
export function useCodeEntry(options: CodeEntryOptions): CodeEntry {
  const { length, check, onEnter, onResend } = options;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { loading, stop, run } = useWork();
  const [sentAt, setSentAt] = useState(Date.now);
  const element = useRef<HTMLFormElement>(null);

  function fail(sentence: string | undefined) {
    setError(sentence);
    element.current?.querySelector('input')?.focus();
  }

  function restart() {
    setSentAt(Date.now());
    setCode('');
    setError(undefined);
  }

  return {
    length,
    code,
    error,
    loading,
    stop,
    sentAt,
    restart,
    type(next) {
      if (loading) return;
      setCode(next);
      setError(undefined);
    },
    async enter(whole = code) {
      const wrong = check(whole);
      if (wrong) return fail(wrong);
      await run(async (signal) => {
        const faults = await onEnter(whole, signal);
        if (!faults || signal.aborted) return;
        setCode('');
        fail(faults[0]?.message);
      });
    },
    resend:
      onResend &&
      (() =>
        run(async (signal) => {
          if (!(await onResend(signal)) || signal.aborted) return;
          restart();
          element.current?.querySelector('input')?.focus();
        })),
    bind: (node) => {
      element.current = node;
    },
  };
}

interface CodeFormProps {
  entry: CodeEntry;
  /** Accessible name. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  autoFocus?: boolean | undefined;
  children?: ReactNode;
}

export function CodeForm({ entry, name, label, hint, autoFocus, children }: CodeFormProps) {
  const { bind, enter, resend } = entry;
  return (
    <form
      aria-label={name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void enter();
      }}
      ref={bind}
    >
      <CodeBoxes
        autoFocus={autoFocus}
        error={entry.error}
        hint={hint}
        label={label}
        length={entry.length}
        onChange={entry.type}
        onComplete={(code) => void enter(code)}
        value={entry.code}
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {children}
        {resend && (
          <ResendButton
            className="-ms-3"
            loading={entry.loading}
            onResend={() => void resend()}
            sentAt={entry.sentAt}
          />
        )}
      </div>
    </form>
  );
}
