import { classes } from './classes.ts';

/** Stroke paths on a 24-unit grid. */
const paths = {
  check: 'M4.5 12.5l5 5 10-11',
  cart: 'M3 4h2.5l2.2 10.5h9.8L20 7H6.2M9 19.5h.01M16.5 19.5h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6z',
  'eye-off':
    'M4 4l16 16M9.6 6A9 9 0 0112 5.5C18 5.5 21.5 12 21.5 12a16 16 0 01-3 3.7M6.3 7.8A16 16 0 002.5 12S6 18.5 12 18.5a9 9 0 004-.95M10 10a2.8 2.8 0 004 4',
  clear: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM9 9l6 6M15 9l-6 6',
  copy: 'M9 8.5h10.5V20H9zM15 8.5V4H4.5v11.5H9',
  phone: 'M7.5 2.5h9v19h-9zM11 18.5h2',
  call: 'M5 3.5h3.5l2 5-2.5 1.5a12 12 0 006 6l1.5-2.5 5 2V19a2 2 0 01-2 2A16.5 16.5 0 013 5.5a2 2 0 012-2z',
  mail: 'M3 5.5h18v13H3zM3 6.5l9 7 9-7',
  chat: 'M3.5 4.5h17v11.5H11l-5 4v-4H3.5zM8 9h8M8 12h5',
  sim: 'M6 2.5h8l4.5 4.5v14.5H6zM9 11.5h6.5v6.5H9zM12.25 11.5v6.5',
  esim: 'M6.5 6.5h11v11h-11zM10 10h4v4h-4zM9 3v3.5M15 3v3.5M9 17.5V21M15 17.5V21M3 9h3.5M3 15h3.5M17.5 9H21M17.5 15H21',
  card: 'M2.5 5.5h19v13h-19zM2.5 10h19M6 15h4',
  lock: 'M5 10.5h14v10H5zM8 10.5V7.5a4 4 0 018 0v3M12 14.5v2.5',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c5 5 5 13 0 18-5-5-5-13 0-18z',
  'arrow-right': 'M4 12h15.5M13.5 6l6 6-6 6',
  'arrow-left': 'M20 12H4.5M10.5 6l-6 6 6 6',
  'arrow-up-right': 'M7 17L17 7M9 7h8v8',
  plus: 'M12 5v14M5 12h14',
  trash: 'M4 6.5h16M9 6.5V3.5h6v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
  pencil: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5L17.5 10',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L21 21',
  information: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5.5M12 7.5h.01',
  warning: 'M12 3.5L22 20.5H2zM12 10v5M12 17.8h.01',
  user: 'M12 3.5a4 4 0 100 8 4 4 0 000-8zM4 20.5c.8-4 4-6 8-6s7.2 2 8 6',
  users:
    'M9 4.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM2.5 19.5c.6-3.5 3-5.5 6.5-5.5s5.9 2 6.5 5.5M15.5 4.8a3.5 3.5 0 010 6.4M17.5 14.5c2.2.7 3.5 2.5 4 5',
  home: 'M3.5 11L12 4l8.5 7M6 9.5v11h12v-11M10 20.5v-6h4v6',
  settings:
    'M4 7.5h9M18.5 7.5H20M15.8 5a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM4 16.5h1.5M11 16.5h9M8.2 14a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  'sign-out': 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  download: 'M12 4v11.5M6.5 10.5l5.5 5.5 5.5-5.5M4 20h16',
  receipt: 'M5 2.5h14v19l-2.35-2-2.3 2-2.35-2-2.35 2-2.3-2-2.35 2zM9 8h6M9 12h6',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5.5l3.5 2',
  key: 'M8 10.5a4 4 0 100 8 4 4 0 000-8zM11 12l8.5-8.5M16 7l3 3M13.5 9.5l2 2',
  refresh: 'M20 6v5h-5M4 18v-5h5M5.5 9.5a7 7 0 0112-2.5L20 11M4 13l2.5 4a7 7 0 0012-2.5',
  pin: 'M12 21.5c4.5-5 7-8.7 7-11.5a7 7 0 00-14 0c0 2.8 2.5 6.5 7 11.5zM12 7.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  signal: 'M4 20v-4M9.3 20v-8M14.6 20V8M20 20V4',
  send: 'M21 3L3 10.5l7 3.5 3.5 7zM21 3L10 14',
} as const;

export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as readonly IconName[];

interface IconProps {
  name: IconName;
  /** Pixels, 24 by default. */
  size?: number | undefined;
  className?: string | undefined;
}

/** Hidden from assistive technology: words carry the meaning. */
export function Icon({ name, size = 24, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      className={classes('shrink-0', className)}
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="square"
      strokeWidth="1.75"
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={paths[name]} />
    </svg>
  );
}
