import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { leadsToCheckout } from '../api/way-back.ts';
import { BoughtPlanTile } from '../cart/bought-plan-tile.tsx';
import { useCart } from '../cart/cart.ts';
import { classes } from '../ui/classes.ts';
import { AccountGivesTile, WayInHelpTile } from './aside-tile.tsx';

interface SignInPanelProps {
  title: string;
  brief?: ReactNode;
  children: ReactNode;
  /** Below the form on phones. */
  aside?: ReactNode;
  /** What is next to the form on wide screens. */
  about?: 'account' | 'help' | 'nothing' | undefined;
}

/** Next to the form: the plan in the cart, or what an account gives. */
export function SignInPanel(props: SignInPanelProps) {
  const { title, brief, children, aside, about = 'account' } = props;
  const isBuying = leadsToCheckout(useLocation());
  const { known, cart } = useCart();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  // The page changes without a navigation: the new heading takes the focus.
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    heading.current?.focus();
  }, [title]);
  return (
    <div className="page grid grid-cols-1 gap-x-10 py-12 desk:gap-x-20 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:py-20">
      <div>
        <h1
          aria-describedby={brief ? id : undefined}
          className="mb-8 text-display"
          ref={heading}
          tabIndex={-1}
        >
          {title}
        </h1>
        {brief && (
          <p className="-mt-5 mb-8 text-lead wrap-anywhere text-ink-soft" id={id}>
            {brief}
          </p>
        )}
      </div>
      {!aside && (
        <div
          className={classes(
            'md:col-start-2 md:row-span-2 md:row-start-1 md:w-full md:max-w-xl md:justify-self-end',
            !(isBuying && cart) && 'max-md:hidden',
            // The server knows no cart.
            !known && 'invisible',
          )}
        >
          <BoughtPlanTile />
          <div className="max-md:hidden">
            {about === 'help' && <WayInHelpTile />}
            {about === 'account' && <AccountGivesTile />}
          </div>
        </div>
      )}
      {/* Named, so that it does not begin in the other column while the page is still arriving. */}
      <div className="md:col-start-1">
        {aside && isBuying && <BoughtPlanTile />}
        {children}
      </div>
      {aside && (
        <div className="max-md:mt-14 md:col-start-2 md:row-span-2 md:row-start-1">{aside}</div>
      )}
    </div>
  );
}
