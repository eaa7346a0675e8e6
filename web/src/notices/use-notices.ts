import { viewNotices } from '@portside/contract/notices';
import { useAnswer } from '../api/use-answer.ts';

const LOOK_EVERY_MS = 60_000;

export const useNotices = () => useAnswer(viewNotices, {}, { refetchInterval: LOOK_EVERY_MS });
