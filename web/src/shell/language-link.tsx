import { languageNames, pathIn } from '@portside/contract/language';
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { changeLanguage } from '../api/language-change.ts';
import { usePage } from '../api/page.tsx';

/**
 * The same page in the other language, named in that language. A plain link: the page comes anew
 * from the server, while cart, login and what is half written wait in the browser.
 */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const { language } = usePage();
  const { pathname, state } = useLocation();
  const other = language === 'en' ? 'es' : 'en';
  const path = pathIn(other, pathname);
  /** The page from the server knows no query and no hash: it is the same for everybody. */
  function choose({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
    link.href = changeLanguage(other, pathname, state);
  }
  return (
    <a className={className} href={path} hrefLang={other} lang={other} onClick={choose}>
      {languageNames[other]}
    </a>
  );
}
