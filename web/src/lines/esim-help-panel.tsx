import { useLingui } from '@lingui/react';
import type { EsimState } from '@portside/contract/sim';
import { Accordion } from '../ui/accordion.tsx';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { esimTries, keepEsim, triesOf } from './esim-tries.ts';

interface EsimHelpProps {
  state: EsimState;
  onAsk: () => void;
  className?: string | undefined;
}

/** The carrier port has no call for a new eSIM, so a person makes one. */
export function EsimHelp({ state, onAsk, className }: EsimHelpProps) {
  const { i18n } = useLingui();
  const isLost = state === 'error' || state === 'deleted';
  const tries = esimTries(i18n)[triesOf(state)];
  return (
    <Accordion
      className={className}
      items={[
        {
          title: i18n.t('It did not work'),
          open: isLost,
          body: (
            <>
              <ol className="grid list-decimal gap-2 ps-5">
                {tries.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ol>
              {!isLost && <p className="mt-3 font-strong">{keepEsim(i18n)}</p>}
              <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
                <Button icon="chat" onClick={onAsk} variant="secondary">
                  {i18n.t('Chat with us')}
                </Button>
                <TextLink className="inline-flex min-h-11 items-center" to="/contact-us">
                  {i18n.t('More ways to reach us')}
                </TextLink>
              </div>
            </>
          ),
        },
      ]}
    />
  );
}
