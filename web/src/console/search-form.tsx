import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Field } from '../ui/field.tsx';

/** L03: on each page; `/` leads here, Enter to what fits. */
export function SearchForm() {
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const asked = address.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  const [shown, setShown] = useState(asked);
  const input = useRef<HTMLInputElement>(null);
  // Another search was opened, by a link or by going back.
  if (shown !== asked) {
    setShown(asked);
    setTyped(asked);
  }
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isTyping = (event.target as Element).closest?.(
        'input, textarea, select, [role=dialog]',
      );
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div className="border-b bg-surface px-4 py-2 md:px-8" role="search">
      <Field
        ariaLabel="Find a customer, line, order or port-in"
        autoComplete="off"
        className="max-w-[34rem]"
        enterKeyHint="search"
        name="q"
        onChange={setTyped}
        onEnter={() => {
          const q = typed.trim();
          if (q) void navigate(`/find?${new URLSearchParams({ q })}`);
        }}
        placeholder="Find by email, number, name, order or ICCID ( / )"
        ref={input}
        spellCheck={false}
        type="search"
        value={typed}
      />
    </div>
  );
}
