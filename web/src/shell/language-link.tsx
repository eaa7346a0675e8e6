import { languageNames, pathIn } from '@portside/contract/language';
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { rememberLanguage } from '../api/language.ts';
import { usePage } from '../api/page.tsx';

/**
 * The same page in the other language, named in that language. A plain link: the page comes anew
 * from the server, while cart and login wait in the browser.
 */
export function LanguageLink({ className }: { className?: string | undefined }) {
  const { language } = usePage();
  const { pathname } = useLocation();
  const other = language === 'en' ? 'es' : 'en';
  const path = pathIn(other, pathname);
  /** The page from the server knows no query and no hash: it is the same for everybody. */
  function choose({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
    rememberLanguage(other);
    link.href = path + location.search + location.hash;
  }
  return (
    <a className={className} href={path} hrefLang={other} lang={other} onClick={choose}>
      {languageNames[other]}
    </a>
  );
}
