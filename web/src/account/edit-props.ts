import type { UserInfo } from '@portside/contract/account';

/** What every edit dialog is handed. A new key is a new form, filled from the account. */
export interface EditProps {
  user: UserInfo;
  open: boolean;
  onClose: () => void;
}
