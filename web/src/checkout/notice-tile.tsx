import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { Flag, type FlagName } from '../ui/flag.tsx';

interface NoticeProps {
  flag: FlagName;
  title: string;
  children: ReactNode;
  action: ReactNode;
}

/** Where a payment stands, in place of a step or a page, and the one way on. */
export function Notice({ flag, title, children, action }: NoticeProps) {
  return (
    <section
      className="flex flex-col items-start gap-5 border-t-4 border-ink py-8 xs:flex-row"
      role="status"
    >
      <Flag name={flag} size={56} />
      <div>
        <h2 className="text-title">{title}</h2>
        <p className="measure mt-2 mb-6 text-ink-soft">{children}</p>
        {action}
      </div>
    </section>
  );
}

/** Under the dialog of a paid order, for whoever closes it and stays. */
export function PaidNotice() {
  const { i18n } = useLingui();
  return (
    <Notice
      action={<ButtonLink to="/dashboard">{i18n.t('To Dashboard')}</ButtonLink>}
      flag="success"
      title={i18n.t('Payment Successful')}
    >
      {i18n.t('We are setting up your line. The dashboard shows you when it is ready.')}
    </Notice>
  );
}
