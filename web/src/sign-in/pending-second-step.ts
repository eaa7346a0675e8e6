import type { CallFailed } from '@portside/contract/call';
import type { SecondStepAsked } from '@portside/contract/second-step';
import { useLocation, useNavigate } from 'react-router';
import { useLeft } from '../api/use-left.ts';
import type { WayBack } from '../api/way-back.ts';
import type { Way } from './use-arrival.ts';

/** After the first step; in the history entry. */
export interface PendingSecondStep extends SecondStepAsked {
  readonly by: Way;
  /** A second account is logged in and will be joined. */
  readonly joins?: boolean;
}

export function pendingSecondStep(state: unknown): PendingSecondStep | undefined {
  const { secondStep } = (state ?? {}) as WayBack & { secondStep?: PendingSecondStep };
  return typeof secondStep?.challenge === 'string' ? secondStep : undefined;
}

/** From an email's code, and back to the page where it was entered. */
export function useJoiningStep(): (error: CallFailed) => boolean {
  const here = useLocation();
  const navigate = useNavigate();
  const isLeft = useLeft();
  return (error) => {
    if (error.reason !== 'second_step_required') return false;
    if (isLeft()) return true;
    const { challenge, kind } = error.problem as unknown as SecondStepAsked;
    const secondStep: PendingSecondStep = { challenge, kind, by: 'code', joins: true };
    const back = here.pathname + here.search;
    void navigate('/otp-login', { state: { back, secondStep } });
    return true;
  };
}

export function useSecondStepWay(): (error: CallFailed, by: Way) => boolean {
  const here = useLocation();
  const navigate = useNavigate();
  const isLeft = useLeft();
  return (error, by) => {
    if (error.reason !== 'second_step_required') return false;
    if (isLeft()) return true;
    const { challenge, kind } = error.problem as unknown as SecondStepAsked;
    const secondStep: PendingSecondStep = { challenge, kind, by };
    const state = { ...(here.state as WayBack | null), secondStep };
    void navigate(`/otp-login${here.search}`, { state });
    return true;
  };
}
