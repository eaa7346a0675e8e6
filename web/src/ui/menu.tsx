import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

type MenuItem =
  | { readonly label: string; readonly to: string }
  | { readonly label: string; readonly onPress: (from: HTMLElement | null) => void };

interface MenuProps {
  label: ReactNode;
  items: readonly MenuItem[];
  align?: 'start' | 'end' | undefined;
  className?: string | undefined;
}

const itemLook =
  'flex min-h-11 w-full items-center px-4 text-start motion hover:bg-action-soft hover:text-action';

/** A disclosure of links: arrows move, Escape and leaving close. */
export function Menu({ label, items, align = 'start', className }: MenuProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      button.current?.focus();
      return;
    }
    if (!/^(Arrow(Up|Down)|Home|End)$/.test(event.key)) return;
    event.preventDefault();
    if (!open) return setOpen(true);
    const links = [...(root.current?.querySelectorAll<HTMLElement>('li > *') ?? [])];
    const now = links.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key] ?? 0;
    links.at(to % links.length)?.focus();
  }

  return (
    <div
      className={classes('relative', className)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={onKeyDown}
      ref={root}
    >
      <button
        aria-controls={`${id}-menu`}
        aria-expanded={open}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 font-strong motion hover:text-action"
        onClick={() => setOpen(!open)}
        ref={button}
        type="button"
      >
        {label}
        <Icon className={classes('motion', open && 'rotate-180')} name="chevron-down" size={16} />
      </button>
      <ul
        className={classes(
          'absolute top-full z-30 mt-2 min-w-48 animate-arrive rounded-control bg-surface py-1.5 text-ink shadow-float forced-colors:border',
          align === 'end' ? 'end-0' : 'start-0',
        )}
        hidden={!open}
        id={`${id}-menu`}
      >
        {items.map((item) => (
          <li key={item.label}>
            {'to' in item ? (
              <Link className={itemLook} onClick={() => setOpen(false)} to={item.to}>
                {item.label}
              </Link>
            ) : (
              <button
                className={itemLook}
                onClick={() => {
                  setOpen(false);
                  item.onPress(button.current);
                }}
                type="button"
              >
                {item.label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
