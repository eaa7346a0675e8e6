import { confirmEmail as confirmEmailCall } from '@portside/contract/account';
import { enterSecondStep as enterSecondStepCall } from '@portside/contract/second-step';
import { serve } from '../http/serve.ts';
import { guessedConfirmations, perNetwork } from '../limits/rules.ts';
import { confirmEmail, enterSecondStep } from './joining.ts';

export const routes = [
  serve(confirmEmailCall, confirmEmail, { limits: guessedConfirmations }),
  // Guesses are counted by account, which only the challenge tells: `countGuess`.
  serve(enterSecondStepCall, enterSecondStep, { limits: [perNetwork(60, 15)] }),
];
