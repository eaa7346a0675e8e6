import { type ReactNode, useState } from 'react';
import { data, type LoaderFunctionArgs } from 'react-router';
import { hostOf } from '../api/page-context.ts';
import { Button } from '../ui/button.tsx';
import { DisplayParts } from './display-panel.tsx';
import { FieldParts } from './fields-panel.tsx';
import { FloatingParts } from './floating-panel.tsx';
import { FoundationParts } from './foundation-panel.tsx';

/** Customers have no use for it. */
export function loader(args: LoaderFunctionArgs) {
  if (!hostOf(args).brand.trial) throw data(null, { status: 404 });
  return null;
}

type Theme = 'light' | 'dark' | undefined;

/** Every part of the design system in every state. */
export function Component() {
  const [theme, setTheme] = useState<Theme>();
  return (
    // Dialogs and menus are at the root, so the theme is set there.
    <div className="bg-ground pb-24 text-ink" data-theme={theme}>
      <div className="page">
        <header className="flex flex-wrap items-end justify-between gap-6 pt-12 pb-10">
          <div>
            <h1 className="text-display">The parts</h1>
            <p className="measure mt-3 text-lead text-ink-soft">
              Every part of the system, in every state, drawn from the brand’s tokens.
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <ThemeButton is={theme} theme={undefined} onPick={setTheme}>
              Device
            </ThemeButton>
            <ThemeButton is={theme} theme="light" onPick={setTheme}>
              Day
            </ThemeButton>
            <ThemeButton is={theme} theme="dark" onPick={setTheme}>
              Night
            </ThemeButton>
          </div>
        </header>
        <FoundationParts />
        <FieldParts />
        <DisplayParts />
        <FloatingParts />
      </div>
    </div>
  );
}

function ThemeButton(props: {
  theme: Theme;
  is: Theme;
  onPick: (theme: Theme) => void;
  children: ReactNode;
}) {
  const on = props.is === props.theme;
  return (
    <Button
      aria-pressed={on}
      onClick={() => {
        props.onPick(props.theme);
        if (props.theme) document.documentElement.dataset['theme'] = props.theme;
        else delete document.documentElement.dataset['theme'];
      }}
      variant={on ? 'primary' : 'secondary'}
    >
      {props.children}
    </Button>
  );
}
