import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';

const look =
  'text-action underline decoration-[1.5px] underline-offset-[0.2em] motion hover:text-action-hover hover:decoration-[3px] rounded-[2px]';

export type TextLinkProps = Omit<LinkProps, 'className' | 'style'> & {
  className?: string | undefined;
};

export function TextLink({ className, ...rest }: TextLinkProps) {
  return <Link {...rest} className={classes(look, className)} />;
}

interface OutsideLinkProps {
  href: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Opens a new tab, and says so. */
export function OutsideLink({ href, children, className }: OutsideLinkProps) {
  const { i18n } = useLingui();
  return (
    <a className={classes(look, className)} href={href} rel="noreferrer" target="_blank">
      {children}
      <Icon className="ms-0.5 inline-block align-[-0.1em]" name="arrow-up-right" size={16} />
      <span className="sr-only"> ({i18n.t('opens in a new tab')})</span>
    </a>
  );
}
