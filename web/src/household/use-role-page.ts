import { useLingui } from '@lingui/react';
import { useCan, usePage } from '../api/page.tsx';
import type { RolePage } from './role-words.ts';

export function useRolePage(): RolePage {
  const { i18n } = useLingui();
  const { language } = usePage();
  return { i18n, language, can: useCan() };
}
