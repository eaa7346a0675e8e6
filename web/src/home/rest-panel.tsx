import type { HomeWords } from '@portside/contract/content';
import { BringNumber } from './bring-number-panel.tsx';
import { Esim } from './esim-panel.tsx';
import { Fees } from './fees-panel.tsx';
import { Questions } from './questions-panel.tsx';
import { Steps } from './steps-panel.tsx';

/** Below the plans: text to read, with links and disclosures that work without any script. */
export default function Rest({ words }: { words: HomeWords }) {
  return (
    <>
      <Steps words={words.steps} />
      <BringNumber words={words.bringNumber} />
      <Esim words={words.esim} />
      <Fees title={words.feesTitle} />
      <Questions words={words.questions} />
    </>
  );
}
