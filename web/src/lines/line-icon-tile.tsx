import type { I18n } from '@lingui/core';
import type { LineIcon } from '@portside/contract/lines';
import { classes } from '../ui/classes.ts';

/** Stroke paths on a 24-unit grid. */
const paths: Record<LineIcon, string> = {
  phone: 'M7.5 2.5h9v19h-9zM11 18.5h2',
  tablet: 'M4.5 3.5h15v17h-15zM10.5 17.5h3',
  watch: 'M7.5 7.5h9v9h-9zM9 7.5l.5-5h5l.5 5M9 16.5l.5 5h5l.5-5M12 10v2.2l1.6 1',
  laptop: 'M5 5h14v10.5H5zM2 19h20M10 15.5v.01',
  hotspot: 'M7 14.5h10v6H7zM10 17.5h.01M8.5 11a5 5 0 017 0M5.5 8a9.2 9.2 0 0113 0M13.5 17.5h1',
  car: 'M3.5 12.5L6 6.5h12l2.5 6v6.5h-17zM3.5 12.5h17M7 15.8h.01M17 15.8h.01',
  home: 'M3.5 11L12 4l8.5 7M6 9.5v11h12v-11M10 20.5v-6h4v6',
  work: 'M3 7.5h18v12.5H3zM8.5 7.5V4h7v3.5M3 13h18M12 12v2.5',
  family:
    'M8 4a2.7 2.7 0 100 5.4A2.7 2.7 0 008 4zM2.5 20.5v-4a4 4 0 014-4h3a4 4 0 013 1.3M17 9.5a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4zM12.5 20.5a4.5 4.5 0 019 0',
  child:
    'M12 3a3.2 3.2 0 100 6.4A3.2 3.2 0 0012 3zM6 12.5c1.7 1 3.8 1.4 6 1.4s4.3-.4 6-1.4M9 13.6v7.4M15 13.6V21M9 17.5h6',
};

interface LineIconPictureProps {
  icon: LineIcon;
  size?: number | undefined;
  className?: string | undefined;
}

/** Hidden from screen readers: words carry the meaning. */
export function LineIconPicture({ icon, size = 24, className }: LineIconPictureProps) {
  return (
    <svg
      aria-hidden="true"
      className={classes('shrink-0', className)}
      data-icon={icon}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="square"
      strokeWidth="1.75"
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={paths[icon]} />
    </svg>
  );
}

export function lineIconWords(i18n: I18n): Record<LineIcon, string> {
  return {
    phone: i18n.t('Phone'),
    tablet: i18n.t('Tablet'),
    watch: i18n.t('Watch'),
    laptop: i18n.t('Laptop'),
    hotspot: i18n.t('Hotspot'),
    car: i18n.t('Car'),
    home: i18n.t('Home'),
    work: i18n.t('Work'),
    family: i18n.t('Family'),
    child: i18n.t('Child'),
  };
}
