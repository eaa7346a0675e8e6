import type { SeparationRefusal, SeparationState } from '@portside/contract/line-separation';

export const separationStates: Readonly<Record<SeparationState, string>> = {
  open: 'Not complete yet',
  waiting: 'Waits for a decision',
  asked: 'Asked, waits for an answer',
  done: 'Moved',
  refused: 'Refused',
  withdrawn: 'Taken back',
};

/** What the rule allows, as who asked will read it in other words. */
export const refusalReasons: Readonly<Record<SeparationRefusal, readonly [string, string]>> = {
  documents: [
    'The documents don’t show it',
    'They are neither of the police or a court nor signed by a professional who helps, or they don’t name who harmed them.',
  ],
  not_user: [
    'It isn’t known that the phone is theirs',
    'Nor that it is of somebody in their care. A code by text, or what you wrote down, would show it.',
  ],
  not_shared: [
    'The account isn’t shared with who harmed them',
    'The line is in an account that the person who harmed them neither holds nor has a line in.',
  ],
  not_possible: [
    'Not possible technically now',
    'The line can’t go as it is. Say what would make it possible, and what else they can choose.',
  ],
  incomplete: ['Something is still missing', 'You asked for it, and it did not come.'],
};

/** Of a file's size. */
export const kilobytes = (bytes: number): string =>
  `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} kB`;
