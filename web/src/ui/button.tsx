import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Look {
  variant?: ButtonVariant | undefined;
  wide?: boolean | undefined;
  icon?: IconName | undefined;
  iconAfter?: IconName | undefined;
  className?: string | undefined;
}

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-action text-on-action border-transparent enabled-hover:bg-action-hover',
  secondary: 'border-ink text-ink enabled-hover:bg-ink enabled-hover:text-ground',
  quiet:
    'disabled:border-transparent disabled:bg-transparent border-transparent text-action enabled-hover:bg-action-soft px-3',
  danger: 'bg-fail text-on-fail border-transparent enabled-hover:bg-fail-hover',
};

function look({ variant = 'primary', wide, className }: Look): string {
  return classes('press', looks[variant], wide && 'w-full', className);
}

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'> & {
    /** Keeps words and width; cannot be pressed. */
    loading?: boolean | undefined;
    ref?: Ref<HTMLButtonElement> | undefined;
    children: ReactNode;
  };

export function Button(props: ButtonProps) {
  const { variant, wide, icon, iconAfter, className, loading = false, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={loading || undefined}
      // `disabled` would drop the focus.
      aria-disabled={loading || rest['aria-disabled']}
      className={look({ variant, wide, className })}
      onClick={(event) => {
        if (loading) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {loading && <Spinner className="absolute" size={22} silent />}
      <span className={classes('inline-flex items-center gap-2', loading && 'opacity-0')}>
        {icon && <Icon name={icon} size={20} />}
        {children}
        {iconAfter && <Icon name={iconAfter} size={20} />}
      </span>
    </button>
  );
}

export type ButtonLinkProps = Look & Omit<LinkProps, 'className' | 'style'>;

export function ButtonLink(props: ButtonLinkProps) {
  const { variant, wide, icon, iconAfter, className, children, ...rest } = props;
  return (
    <Link {...rest} className={look({ variant, wide, className })}>
      {icon && <Icon name={icon} size={20} />}
      {children}
      {iconAfter && <Icon name={iconAfter} size={20} />}
    </Link>
  );
}

interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'style' | 'children'
> {
  icon: IconName;
  label: string;
  size?: number | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  className?: string | undefined;
}

/** 44 px. The name is text, not a label that could be taken for a field's. */
export function IconButton({ icon, label, size = 24, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control motion hover:bg-action-soft hover:text-action',
        className,
      )}
    >
      <Icon name={icon} size={size} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
