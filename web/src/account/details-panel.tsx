import { useLingui } from '@lingui/react';
import type { UserInfo } from '@portside/contract/account';
import { phone } from '@portside/contract/phone';
import { streetLine } from '@portside/contract/street-address';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { EditAddressDialog } from './edit-address-dialog.tsx';
import { EditEmailDialog } from './edit-email-dialog.tsx';
import { EditNameDialog } from './edit-name-dialog.tsx';
import { EditPhoneDialog } from './edit-phone-dialog.tsx';

const dialogs = {
  name: EditNameDialog,
  email: EditEmailDialog,
  phone: EditPhoneDialog,
  address: EditAddressDialog,
};
type Part = keyof typeof dialogs;

export function DetailsPanel({ user }: { user: UserInfo }) {
  const { i18n } = useLingui();
  const [part, setPart] = useState<Part>('name');
  const [open, setOpen] = useState(false);
  // A new key is a new form with the account's present values.
  const [opened, setOpened] = useState(0);
  const EditPart = dialogs[part];
  const edit = (next: Part) => {
    setPart(next);
    setOpened((count) => count + 1);
    setOpen(true);
  };
  const street = streetLine(user);
  const place = joined(user.city && `${user.city},`, user.state, user.zipCode);
  // Agents change nothing.
  const only = (mine: Part) => (user.agent ? undefined : () => edit(mine));
  return (
    <>
      <dl className="border-t-4 border-ink">
        <Detail editLabel={i18n.t('Edit name')} name={i18n.t('Name')} onEdit={only('name')}>
          {joined(user.firstName, user.lastName)}
        </Detail>
        <Detail editLabel={i18n.t('Edit email')} name={i18n.t('Email')} onEdit={only('email')}>
          {user.email}
          {!user.emailVerified && (
            <span className="block text-fine font-normal text-ink-soft">
              {i18n.t('Not confirmed yet')}
            </span>
          )}
          {user.emailComesBack && (
            <span className="mt-1 flex gap-2 text-fine font-normal">
              <Icon className="mt-0.5 shrink-0" name="mail" size={16} />
              {i18n.t('Our emails to this address bounce. Please check that it’s right.')}
            </span>
          )}
        </Detail>
        <Detail
          editLabel={i18n.t('Edit phone number')}
          name={i18n.t('Phone')}
          onEdit={only('phone')}
        >
          {user.contactNumber && phone(user.contactNumber)}
        </Detail>
        <Detail
          editLabel={i18n.t('Edit address')}
          name={i18n.t('Address')}
          onEdit={only('address')}
        >
          {(street || place) && (
            <>
              {street && <span className="block">{street}</span>}
              {place && <span className="block">{place}</span>}
            </>
          )}
        </Detail>
      </dl>
      {opened > 0 && (
        <EditPart key={opened} onClose={() => setOpen(false)} open={open} user={user} />
      )}
    </>
  );
}

const joined = (...parts: readonly string[]) => parts.filter(Boolean).join(' ');

interface DetailProps {
  name: string;
  editLabel: string;
  onEdit: (() => void) | undefined;
  children: ReactNode;
}

function Detail({ name, editLabel, onEdit, children }: DetailProps) {
  const { i18n } = useLingui();
  return (
    <div className="relative border-b py-4 pe-24 md:grid md:grid-cols-[10rem_1fr] md:items-center md:gap-6 md:py-5">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-strong wrap-anywhere tabular-nums">
        {children || <span className="font-normal text-ink-soft">{i18n.t('Not added yet')}</span>}
        {onEdit && (
          <Button
            aria-label={editLabel}
            className="absolute end-0 top-1/2 -me-[12px] -translate-y-1/2"
            icon="pencil"
            onClick={onEdit}
            variant="quiet"
          >
            {i18n.t('Edit')}
          </Button>
        )}
      </dd>
    </div>
  );
}
