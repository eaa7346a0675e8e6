import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

interface AccordionItem {
  readonly title: ReactNode;
  readonly body: ReactNode;
  readonly id?: string | undefined;
  readonly open?: boolean | undefined;
}

interface AccordionProps {
  items: readonly AccordionItem[];
  /** One open at a time. */
  group?: string | undefined;
  className?: string | undefined;
}

/** Works without scripts, and find-in-page opens it. */
export function Accordion({ items, group, className }: AccordionProps) {
  return (
    <div className={classes('border-y', className)}>
      {items.map((item, at) => (
        <details
          className="group not-first:border-t"
          id={item.id}
          key={item.id ?? at}
          name={group}
          open={item.open}
        >
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 font-strong motion hover:text-action [&::-webkit-details-marker]:hidden">
            {item.title}
            <Icon className="text-action motion group-open:rotate-45" name="plus" size={20} />
          </summary>
          <div className="measure pb-6">{item.body}</div>
        </details>
      ))}
    </div>
  );
}
