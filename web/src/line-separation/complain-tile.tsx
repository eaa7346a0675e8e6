import { useLingui } from '@lingui/react';
import { OutsideLink } from '../ui/text-link.tsx';

/** An item of a list. */
export function ComplainItem() {
  const { i18n } = useLingui();
  return (
    <li>
      {i18n.t('You may complain to the Federal Communications Commission, at 1-888-225-5322 or at')}{' '}
      <OutsideLink href="https://consumercomplaints.fcc.gov">
        consumercomplaints.fcc.gov
      </OutsideLink>
    </li>
  );
}
