import { CheckFailed } from '../../health.ts';
import { OutsideFailure } from '../../outside-failure.ts';

/** For `portside doctor`: what a server's no means. */
export function adviceOf(error: unknown): OutsideFailure {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'EAUTH') {
    return new CheckFailed('mail', 'The server refuses user and password of MAIL_URL.', error);
  }
  if (code === 'ETLS' || /certificate|altnames/i.test(message)) {
    return new CheckFailed(
      'mail',
      'The server of MAIL_URL has no TLS that can be trusted. Its certificate must be valid for the name in MAIL_URL; NODE_EXTRA_CA_CERTS names an authority of your own.',
      error,
    );
  }
  return new OutsideFailure('mail', 'not_done', error);
}
