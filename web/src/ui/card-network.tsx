import type { ReactNode } from 'react';

const letters = {
  fontFamily: 'Arial, Helvetica, sans-serif',
  fontWeight: 700,
  textAnchor: 'middle',
} as const;

/** 38 × 24, in the networks' own colors. */
const marks = {
  visa: {
    label: 'Visa',
    ground: '#1a1f71',
    mark: (
      <path
        d="M15.6 7.8l-2.3 8.4h-2.2L9.2 9.9C9 9.5 8.6 9.3 7.8 9l.1-1.2h3.2c.5 0 .8.3.9.8l.8 4.2 1.8-5zm1.9 0h2.1l-1.5 8.4H16zm8 1.9c-.6-.2-1.2-.3-1.7-.3-1 0-1.4.4-1.4.8 0 1 2.7 1 2.7 3.2 0 1.8-1.6 3-3.9 3-.9 0-1.8-.2-2.4-.5l.3-1.7c.7.3 1.4.5 2.2.5s1.6-.3 1.6-.9c0-1-2.7-1.1-2.7-3.2 0-1.6 1.5-2.9 3.7-2.9.7 0 1.4.1 1.9.3zm4.8-1.9h1.8l1.7 8.4h-2l-.3-1.3h-2.7l-.6 1.3h-2.2l3.3-7.6c.2-.5.5-.8 1-.8zm.5 2.6l-1.1 2.8h1.7z"
        fill="#fff"
      />
    ),
  },
  mastercard: {
    label: 'Mastercard',
    ground: '#f7f5f0',
    mark: (
      <>
        <circle cx="15" cy="12" fill="#eb001b" r="6.5" />
        <circle cx="23" cy="12" fill="#f79e1b" r="6.5" />
        <path d="M19 6.87a6.5 6.5 0 010 10.26 6.5 6.5 0 010-10.26z" fill="#ff5f00" />
      </>
    ),
  },
  amex: {
    label: 'American Express',
    ground: '#016fd0',
    mark: (
      <text {...letters} fill="#fff" fontSize="9" letterSpacing="0.3" x="19" y="15.2">
        AMEX
      </text>
    ),
  },
  jcb: {
    label: 'JCB',
    ground: '#fff',
    mark: (
      <>
        <path d="M8.5 4.5h6v13a2 2 0 01-2 2h-4z" fill="#0b4ea2" />
        <path d="M16 4.5h6v13a2 2 0 01-2 2h-4z" fill="#d8232a" />
        <path d="M23.5 4.5h6v13a2 2 0 01-2 2h-4z" fill="#1a8f3c" />
        <text {...letters} fill="#fff" fontSize="6.5" textLength="19" x="19" y="14.3">
          J C B
        </text>
      </>
    ),
  },
  discover: {
    label: 'Discover',
    ground: '#fff',
    mark: (
      <>
        <path d="M38 13v9a2 2 0 01-2 2H12c12-1.5 21-5 26-11z" fill="#f58220" />
        <text {...letters} fill="#231f20" fontSize="6" textLength="30" x="19" y="12">
          DISCOVER
        </text>
      </>
    ),
  },
  diners: {
    label: 'Diners Club',
    ground: '#fff',
    mark: (
      <>
        <circle cx="19" cy="12" fill="#0079be" r="8" />
        <circle cx="19" cy="12" fill="#fff" r="6.2" />
        <path
          d="M17.5 6.7v10.6a5.6 5.6 0 010-10.6zM20.5 6.7v10.6a5.6 5.6 0 000-10.6z"
          fill="#0079be"
        />
      </>
    ),
  },
  unionpay: {
    label: 'UnionPay',
    ground: '#fff',
    mark: (
      <>
        <path d="M10 4h8l-3.5 16h-8z" fill="#e21836" />
        <path d="M17 4h8l-3.5 16h-8z" fill="#00447c" />
        <path d="M24 4h8l-3.5 16h-8z" fill="#007b84" />
        <text {...letters} fill="#fff" fontSize="5.5" x="19.3" y="14">
          UnionPay
        </text>
      </>
    ),
  },
} as const satisfies Record<string, { label: string; ground: string; mark: ReactNode }>;

export type CardNetworkName = keyof typeof marks;
export const cardNetworkNames = Object.keys(marks) as readonly CardNetworkName[];

interface CardNetworkProps {
  /** Unknown names get a plain card. */
  name: string;
  /** The name is in the text next to it. */
  quiet?: boolean | undefined;
}

export function cardNetworkLabel(name: string): string {
  return Object.hasOwn(marks, name) ? marks[name as CardNetworkName].label : name;
}

/** 38 px wide (D19). */
export function CardNetwork({ name, quiet = false }: CardNetworkProps) {
  const mark = Object.hasOwn(marks, name) ? marks[name as CardNetworkName] : undefined;
  return (
    <svg
      aria-hidden={quiet || undefined}
      aria-label={quiet ? undefined : cardNetworkLabel(name)}
      className="shrink-0 [forced-color-adjust:none]"
      height="24"
      role={quiet ? undefined : 'img'}
      viewBox="0 0 38 24"
      width="38"
    >
      <rect fill={mark?.ground ?? '#eeeeee'} height="24" rx="3" width="38" />
      {mark?.mark ?? <path d="M0 6h38v4H0zM5 15h10v2H5z" fill="#767676" />}
      <rect
        fill="none"
        height="23.5"
        rx="2.75"
        stroke="#1a1a1a"
        strokeOpacity="0.25"
        strokeWidth="0.5"
        width="37.5"
        x="0.25"
        y="0.25"
      />
    </svg>
  );
}
