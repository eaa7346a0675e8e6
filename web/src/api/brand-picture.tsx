import type { PictureName } from '@portside/contract/brand';
import type { ReactNode } from 'react';
import { usePage } from './page.tsx';

interface BrandPictureProps {
  name: PictureName;
  /** Shown when the brand has no such picture. */
  otherwise?: ReactNode;
  className?: string | undefined;
}

export function BrandPicture({ name, otherwise = null, className }: BrandPictureProps) {
  const { day, night } = usePage().brand.pictures[name] ?? {};
  if (!day) return otherwise;
  // Lazy, so that only the visible one is loaded.
  const picture = (src: string, when?: string) => (
    <img
      alt=""
      aria-hidden="true"
      className={[when, className].filter(Boolean).join(' ')}
      loading="lazy"
      src={src}
    />
  );
  if (!night) return picture(day);
  return (
    <>
      {picture(day, 'by-day')}
      {picture(night, 'by-night')}
    </>
  );
}
