import { type Line, listLines } from '@portside/contract/lines';
import {
  bringNumber,
  cancelPortIn,
  listPortIns,
  type PortIn,
  resubmitPortIn,
  updatePortIn,
} from '@portside/contract/port-in';
import { portInReasons, type PortInReason } from '@portside/contract/port-in-reasons';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { TrackerPanel } from '../port-in/tracker-panel.tsx';
import { usePortIns } from '../port-in/use-port-ins.ts';
import { type Answer, answering, showScreen } from './show-screen.tsx';
import { line as stageLine } from './stage.tsx';

const now = new Date().toISOString();
export const step = (status: PortIn['status'], at = '2026-11-20T17:42:00Z') => ({
  status,
  at,
  reason: null,
});

export const pending: PortIn = {
  id: 'prt_1',
  msisdn: '2125550190',
  zipCode: '10005',
  status: 'pending',
  message: 'Your old carrier is working on it.',
  required: [],
  reason: null,
  canFix: false,
  canCancel: true,
  cancelAsked: false,
  stuck: false,
  given: { billingAccount: true, pinPassword: true, zipCode: false, names: false, address: false },
  oldCarrier: 'verizon',
  lineId: null,
  waitsForPlan: false,
  waitsForPayment: false,
  attempts: 1,
  createdAt: now,
  updatedAt: now,
  history: [step('draft'), step('submitted'), step('pending')],
};

export const rejected = (reason: PortInReason): PortIn => ({
  ...pending,
  status: 'action_needed',
  reason,
  required: [...portInReasons[reason].ask],
  message: portInReasons[reason].message,
  canFix: true,
  history: [...pending.history, step('action_needed')],
});

function Screen({ lines }: { lines: readonly Line[] }) {
  return <TrackerPanel lines={lines} portIns={usePortIns().data?.portIns ?? []} />;
}

export const line: Line = {
  ...stageLine,
  id: 'lin_1',
  mdn: '3475550133',
  nickname: 'Kitchen',
  iccid: '89014100000000000120',
};

export function show(first: PortIn, ...more: Answer[]) {
  return showWith([], first, ...more);
}

export function showWith(lines: readonly Line[], first: PortIn, ...more: Answer[]) {
  let portIn = first;
  const page = showScreen(<Screen lines={lines} />, {
    answers: [
      ...more,
      answering(listPortIns, () => ({ portIns: [portIn] })),
      answering(listLines, () => ({ lines: [] })),
      answering(resubmitPortIn, () => {
        portIn = { ...pending, attempts: 2 };
        return { portInId: 'prt_1', status: 'submitted' as const, message: 'Thank you.' };
      }),
      answering(cancelPortIn, () => {
        portIn = { ...pending, status: 'cancelled', message: 'You cancelled.', canCancel: false };
        return { status: 'cancelled' as const, message: 'Your number stays where it is.' };
      }),
      answering(updatePortIn, () => ({
        portInId: 'prt_1',
        status: 'draft' as const,
        message: 'Saved.',
      })),
      answering(bringNumber, () => ({
        portInId: 'prt_1',
        status: 'pending' as const,
        message: 'Soon.',
      })),
    ],
  });
  return { ...page, user: userEvent.setup(), become: (next: PortIn) => (portIn = next) };
}

export const dialog = (name: string) => screen.findByRole('dialog', { name });
export const button = (inside: HTMLElement, name: string) =>
  within(inside).getByRole('button', { name });
export const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

export const waiting: PortIn = {
  ...pending,
  status: 'awaiting_plan',
  message: 'We haven’t sent anything to your old carrier yet.',
  waitsForPlan: true,
  history: [step('draft'), step('awaiting_plan')],
};
