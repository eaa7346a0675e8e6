import { useLingui } from '@lingui/react';
import type { Line } from '@portside/contract/lines';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useIsAgent } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { mayWith } from './line-acts.ts';

const EsimDialog = lazy(async () => ({
  default: (await import('./esim-dialog.tsx')).EsimDialog,
}));

const SimActivationDialog = lazy(async () => ({
  default: (await import('./sim-activation-dialog.tsx')).SimActivationDialog,
}));

/** The line is in the address, for reloads, emails and Back. */
const SET_UP = 'setup';

type Next = 'install' | 'turn on' | 'replace' | 'activate' | 'here';

/** Undefined once it works. */
export function nextOfSim(line: Line): Next | undefined {
  const { simType, status, iccid, esim, shipping, portIn } = line;
  if (!mayWith(line, 'use')) return undefined;
  if (shipping && shipping.state !== 'preparing') return 'here';
  if (shipping?.replacesSim === false) return undefined;
  if (status === 'ended' || status === 'suspended') return undefined;
  if (simType === 'physical') {
    // With its card it waits for its number alone.
    const waits = status !== 'active' && portIn === undefined;
    return iccid === '' || waits ? 'activate' : undefined;
  }
  switch (esim) {
    case 'enabled':
      return undefined;
    case 'installed':
    case 'disabled':
      return 'turn on';
    case 'deleted':
    case 'error':
      return 'replace';
    default:
      return 'install';
  }
}

interface SimSetUpProps {
  line: Line;
  /** The page's one filled button. */
  isNext?: boolean;
  /** Where the focus goes when the button is gone. */
  afterwards?: (() => HTMLElement | null) | undefined;
}

export function SimSetUp({ line, isNext = false, afterwards }: SimSetUpProps) {
  const { i18n } = useLingui();
  const [query, setQuery] = useSearchParams();
  const isAgent = useIsAgent();
  const button = useRef<HTMLButtonElement>(null);
  const open = query.get(SET_UP) === line.id;
  // It stays while it closes.
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const show = (id: string | null) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete(SET_UP);
        else next.set(SET_UP, id);
        return next;
      },
      { preventScrollReset: true, replace: id === null },
    );
  const shared = {
    line,
    open,
    onClose: () => show(null),
    finalFocus: () => button.current ?? afterwards?.() ?? null,
  };
  const next = nextOfSim(line);
  const takesEsim = line.simType === 'esim' && !line.shipping;
  // Agents see no secrets of a line, nor does the holder of one that somebody has.
  if (isAgent || !mayWith(line, 'use')) return null;
  // Keeps the dialog open when the line becomes active in it.
  if (!next && !open) return null;
  const words: Record<Next, string> = {
    install: i18n.t('Set up eSIM'),
    'turn on': i18n.t('Turn on your eSIM'),
    replace: i18n.t('See what’s wrong with your eSIM'),
    activate: i18n.t('Activate SIM card'),
    here: i18n.t('It’s here: activate'),
  };
  return (
    <>
      {next && (
        <Button
          icon={takesEsim ? 'esim' : 'sim'}
          onClick={() => show(line.id)}
          ref={button}
          variant={isNext ? 'primary' : 'secondary'}
        >
          {words[next]}
        </Button>
      )}
      {wasOpen && (
        <Suspense>
          {takesEsim ? (
            <EsimDialog {...shared} />
          ) : (
            <SimActivationDialog {...shared} key={String(open)} />
          )}
        </Suspense>
      )}
    </>
  );
}
