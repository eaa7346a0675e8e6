import type { UserInfo } from '@portside/contract/account';

/** A new key is a new form. */
export interface EditProps {
  user: UserInfo;
  open: boolean;
  onClose: () => void;
}
