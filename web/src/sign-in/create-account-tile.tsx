import { useLingui } from '@lingui/react';
import { useLocation } from 'react-router';
import { useSearch } from '../api/use-search.ts';
import { withEmail } from '../api/way-back.ts';
import { ButtonLink } from '../ui/button.tsx';

export function CreateAccountTile({ email, title }: { email: string; title?: string }) {
  const { i18n } = useLingui();
  const { state } = useLocation();
  const search = useSearch();
  return (
    <div className="mt-6 border-t pt-5">
      <p className="mb-3 text-ink-soft">{title ?? i18n.t('New here?')}</p>
      <ButtonLink
        icon="user"
        state={withEmail(state, email)}
        to={`/register${search}`}
        variant="secondary"
        wide
      >
        {i18n.t('Create an account')}
      </ButtonLink>
    </div>
  );
}
