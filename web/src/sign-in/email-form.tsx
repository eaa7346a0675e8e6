import { useLingui } from '@lingui/react';
import { Field } from '../ui/field.tsx';

interface EmailFormProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** `username` names an existing account. */
  autoComplete?: 'username' | 'email';
}

export function EmailField({ autoComplete = 'username', ...field }: EmailFormProps) {
  const { i18n } = useLingui();
  return (
    <Field
      {...field}
      autoCapitalize="none"
      autoComplete={autoComplete}
      inputMode="email"
      label={i18n.t('Email address')}
      spellCheck={false}
      type="email"
    />
  );
}
