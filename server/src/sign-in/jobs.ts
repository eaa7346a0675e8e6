import { handle } from '../jobs/jobs.ts';
import { mailLoginCode, sendLoginCode } from './code-login.ts';
import { mailResetLink, sendResetLink } from './reset-password.ts';

import { noteTries, writeTries } from './owners.ts';

export const handlers = [
  handle(noteTries, writeTries),
  handle(mailLoginCode, sendLoginCode),
  handle(mailResetLink, sendResetLink),
];
