const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel', 'scroll'] as const;
let interacted: Promise<void> | undefined;

/** Pointer, key or scrolling. */
export function firstInteraction(): Promise<void> {
  interacted ??= new Promise((resolve) => {
    const done = () => {
      for (const sign of signs) removeEventListener(sign, done);
      resolve();
    };
    for (const sign of signs) addEventListener(sign, done, { passive: true });
  });
  return interacted;
}
