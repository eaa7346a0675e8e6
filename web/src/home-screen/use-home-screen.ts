import { useEffect } from 'react';
import { session, useSession } from '../api/session.ts';
import { forgetSeenLines, forgetSeenLinesOfOthers } from '../lines/seen-lines.ts';
import { registerWorker } from './register-worker.ts';

/** For pages of the account: what they show without a network (docs/decisions/0963). */
export function useHomeScreen(): void {
  const { known, userInfo } = useSession();
  const token = session.token();
  useEffect(() => {
    if (known) forgetSeenLinesOfOthers();
  }, [known, token]);
  useEffect(() => {
    if (userInfo?.agent) forgetSeenLines();
    else if (userInfo) registerWorker();
  }, [userInfo]);
}
