import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

interface Tab {
  readonly value: string;
  readonly label: ReactNode;
  readonly panel: ReactNode;
  readonly disabled?: boolean | undefined;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
}

export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  return (
    <Base.Root className={className} onValueChange={(next) => onChange(String(next))} value={value}>
      <Base.List
        activateOnFocus
        aria-label={label}
        className="flex gap-6 overflow-x-auto border-b px-1 pt-1"
      >
        {tabs.map((tab) => (
          <Base.Tab
            className={classes(
              '-mb-px min-h-12 shrink-0 border-b-[3px] border-transparent font-strong whitespace-nowrap text-ink-soft motion',
              'enabled-hover:text-ink aria-selected:border-action aria-selected:text-ink focus-visible:-outline-offset-2! aria-disabled:opacity-60',
            )}
            disabled={tab.disabled}
            key={tab.value}
            value={tab.value}
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel className="pt-6" key={tab.value} value={tab.value}>
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
