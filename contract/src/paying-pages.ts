import { barePath } from './language.ts';

const paying = /^\/(cart\/checkout|dashboard\/lines\/[^/]+\/(renew|add-on|plan))\/?$/i;

/** Whether a page takes payments: these alone load the script of an outside provider (I22). */
export function takesPayments(pathname: string): boolean {
  return paying.test(barePath(pathname));
}
