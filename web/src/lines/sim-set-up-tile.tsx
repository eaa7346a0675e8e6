import { useLingui } from '@lingui/react';
import type { Line } from '@portside/contract/lines';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../ui/button.tsx';
import { EsimDialog } from './esim-dialog.tsx';
import { SimActivationDialog } from './sim-activation-dialog.tsx';

/** In the address stands which line is set up: a reload, a letter and the way back lead to it. */
const SET_UP = 'setup';

/** Whether there is something to install or to activate. */
export function canSetUp({ simType, status, iccid }: Line): boolean {
  if (status === 'ended' || status === 'suspended') return false;
  return simType === 'esim' || iccid === '' || status !== 'active';
}

/** The button of a line's card that leads to its eSIM or SIM card, and the dialog behind it. */
export function SimSetUp({ line, main = false }: { line: Line; main?: boolean }) {
  const { i18n } = useLingui();
  const [query, setQuery] = useSearchParams();
  const button = useRef<HTMLButtonElement>(null);
  const open = query.get(SET_UP) === line.id;
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
    finalFocus: () => button.current,
  };
  if (!canSetUp(line)) return null;
  return (
    <>
      <Button
        icon={line.simType === 'esim' ? 'esim' : 'sim'}
        onClick={() => show(line.id)}
        ref={button}
        variant={main ? 'primary' : 'secondary'}
      >
        {line.simType === 'esim' ? i18n.t('Set up eSIM') : i18n.t('Activate SIM card')}
      </Button>
      {line.simType === 'esim' ? (
        <EsimDialog {...shared} />
      ) : (
        <SimActivationDialog {...shared} key={String(open)} />
      )}
    </>
  );
}
