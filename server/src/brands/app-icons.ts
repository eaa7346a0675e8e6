/** Drawn from `mark.svg` by scripts/share-pictures.ts. A maskable one has no corners to lose. */
export const appIcons = [
  { file: 'icons/any-192.png', dots: 192, purpose: 'any' },
  { file: 'icons/any-512.png', dots: 512, purpose: 'any' },
  { file: 'icons/maskable-512.png', dots: 512, purpose: 'maskable' },
] as const;

/** For iOS, which rounds it itself. */
export const touchIcon = { file: 'icons/touch-180.png', dots: 180 } as const;
