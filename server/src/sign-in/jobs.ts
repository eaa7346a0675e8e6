import { handle } from '../jobs/jobs.ts';
import { mailLoginCode, sendLoginCode } from './code-login.ts';
import { mailResetLink, sendResetLink } from './reset-password.ts';

export const handlers = [
  handle(mailLoginCode, sendLoginCode),
  handle(mailResetLink, sendResetLink),
];
