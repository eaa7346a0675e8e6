import type { HomeWords } from '@portside/contract/content';
import { BringNumber } from './bring-number-panel.tsx';
import { Customers } from './customers-panel.tsx';
import { Esim } from './esim-panel.tsx';
import { Fees } from './fees-panel.tsx';
import { NetworkMap } from './network-panel.tsx';
import { Questions } from './questions-panel.tsx';
import { Steps } from './steps-panel.tsx';

export { HeroSide } from './hero-side-panel.tsx';

/** Works without any script. */
export function Rest({ words }: { words: HomeWords }) {
  return (
    <>
      <Steps words={words.steps} />
      <NetworkMap words={words.network} />
      <BringNumber words={words.bringNumber} />
      <Esim words={words.esim} />
      <Fees title={words.feesTitle} />
      <Customers words={words.customers} />
      <Questions words={words.questions} />
    </>
  );
}
