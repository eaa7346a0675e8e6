import { useLingui } from '@lingui/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { FaultLine } from './field-frame.tsx';
import { useWork, type Work } from './use-work.ts';

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

type Faults = Readonly<Record<string, string | undefined>>;

interface FormOptions<Values extends object> {
  initial: Values;
  check?: ((values: Values) => Faults) | undefined;
  /**
   * Returned or thrown `errors` show at their fields; other throws are the caller's. The signal
   * aborts its calls.
   */
  onSubmit: (
    values: Values,
    signal: AbortSignal,
  ) => Promise<readonly FieldFault[] | void> | readonly FieldFault[] | void;
}

export interface FormState<Values extends object> extends Work {
  readonly values: Values;
  readonly errors: Faults;
  /** Also clears its error. */
  readonly set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  readonly clearError: (name: string) => void;
  /** Moves the focus to the first. */
  readonly fail: (faults: readonly FieldFault[]) => void;
  readonly reset: (values?: Values) => void;
  readonly submit: () => Promise<void>;
  readonly text: <Name extends keyof Values & string>(
    name: Name,
  ) => { name: Name; value: string; error: string | undefined; onChange: (value: string) => void };
  readonly bind: (element: HTMLFormElement | null) => void;
}

function faultsOf(thrown: unknown): readonly FieldFault[] {
  if (typeof thrown !== 'object' || thrown === null || !('errors' in thrown)) return [];
  return Array.isArray(thrown.errors) ? (thrown.errors as readonly FieldFault[]) : [];
}

/** Values, errors, focus and loading of a form. */
export function useForm<Values extends object>(options: FormOptions<Values>): FormState<Values> {
  const { initial, check, onSubmit } = options;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Faults>({});
  const { loading, stop, run } = useWork();
  const [failures, setFailures] = useState(0);
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (failures === 0) return;
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // A radio group takes the focus in one of its buttons.
    const target = first?.matches('[role="radiogroup"]')
      ? first.querySelector<HTMLElement>('input:checked, input:not(:disabled)')
      : first;
    (target ?? element.current?.querySelector<HTMLElement>('[data-form-faults]'))?.focus();
  }, [failures]);

  function show(faults: Faults): void {
    setErrors(faults);
    setFailures((count) => count + 1);
  }

  function fail(faults: readonly FieldFault[]): void {
    const first: Record<string, string> = {};
    for (const { field, message } of faults) first[field] ??= message;
    show(first);
  }

  function clearError(name: string): void {
    setErrors((shown) => {
      if (shown[name] === undefined) return shown;
      const { [name]: _gone, ...rest } = shown;
      return rest;
    });
  }

  function set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    setValues((now) => ({ ...now, [name]: value }));
    clearError(name);
  }

  async function submit(): Promise<void> {
    if (loading) return;
    const faults = Object.fromEntries(
      Object.entries(check?.(values) ?? {}).filter(([, sentence]) => sentence),
    );
    if (Object.keys(faults).length > 0) return show(faults);
    await run(async (signal) => {
      setErrors({});
      try {
        const returned = await onSubmit(values, signal);
        if (returned && returned.length > 0 && !signal.aborted) fail(returned);
      } catch (thrown) {
        const sent = faultsOf(thrown);
        if (sent.length === 0) throw thrown;
        fail(sent);
      }
    });
  }

  return {
    values,
    errors,
    loading,
    stop,
    set,
    clearError,
    fail,
    submit,
    bind: (node) => {
      element.current = node;
    },
    reset: (next = initial) => {
      setValues(next);
      setErrors({});
    },
    text: (name) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: (value) => set(name, value as Values[typeof name]),
    }),
  };
}

interface FormProps<Values extends object> {
  form: FormState<Values>;
  children: ReactNode;
  /** Accessible name. */
  label?: string | undefined;
  className?: string | undefined;
}

export function Form<Values extends object>(props: FormProps<Values>) {
  const { form, children, label, className } = props;
  const { bind, submit } = form;
  return (
    <form
      aria-label={label}
      className={classes('flex flex-col gap-6', className)}
      // Never into the address.
      method="post"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      ref={bind}
    >
      <FormSummary form={form} />
      {children}
    </form>
  );
}

/**
 * Lists errors whose fields this form does not show, and counts the others: repeating them would
 * read them twice.
 */
function FormSummary<Values extends object>({ form }: { form: FormState<Values> }) {
  const { i18n } = useLingui();
  const entries = Object.entries(form.errors).filter(([, message]) => message);
  const homeless = entries.filter(([field]) => !(field in form.values));
  const count = entries.length - homeless.length;
  if (count < 2 && homeless.length === 0) return null;
  return (
    <div
      className="remark-shape border-fail bg-fail-soft px-4 py-3 text-fine"
      data-form-faults
      role="alert"
      tabIndex={-1}
    >
      {count > 1 && <p className="font-strong">{i18n.t('Some fields need a change.')}</p>}
      {homeless.map(([field, message]) => (
        <FaultLine key={field}>{message}</FaultLine>
      ))}
    </div>
  );
}
