import type { ReactNode, Ref } from 'react';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface LineHeadProps {
  title: string;
  /** Its place is kept while the line loads. */
  below: ReactNode;
  heading?: Ref<HTMLHeadingElement> | undefined;
  back: { readonly to: string; readonly name: string; readonly className?: string };
}

/** The head of a line's page. */
export function LineHead({ title, below, heading, back }: LineHeadProps) {
  return (
    <>
      <TextLink
        className={classes('mb-4 inline-flex min-h-11 items-center gap-2', back.className)}
        to={back.to}
      >
        <Icon name="arrow-left" size={20} />
        {back.name}
      </TextLink>
      <header className="mb-5 md:mb-8">
        <h1
          className="scroll-mt-24 text-display tabular-nums wrap-anywhere"
          ref={heading}
          tabIndex={-1}
        >
          {title}
        </h1>
        <p className="mt-1 measure min-h-[1lh] text-lead text-ink-soft tabular-nums md:mt-2">
          {below}
        </p>
      </header>
    </>
  );
}
