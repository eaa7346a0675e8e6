import { languageNames, pathIn } from '@portside/contract/language';
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { changeLanguage } from '../api/language-change.ts';
import { usePage } from '../api/page.tsx';

/** A plain link to the same page: cart, login and drafts wait in the browser. */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const { language } = usePage();
  const { pathname, state } = useLocation();
  const other = language === 'en' ? 'es' : 'en';
  const path = pathIn(other, pathname);
  /** Query and hash are added here, because the cached page has none. */
  function choose({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
    link.href = changeLanguage(other, pathname, state);
  }
  return (
    <a className={className} href={path} hrefLang={other} lang={other} onClick={choose}>
      {languageNames[other]}
    </a>
  );
}
