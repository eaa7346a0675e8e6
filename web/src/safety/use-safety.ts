import { viewSafety } from '@portside/contract/safety';
import { useAnswer } from '../api/use-answer.ts';

export const useSafety = () => useAnswer(viewSafety, {}, { staleTime: 0 });
