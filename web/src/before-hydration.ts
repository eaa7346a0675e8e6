/** Dispatched when React has hydrated the page. */
export const HYDRATED = 'portside:awake';

/**
 * Shows the cookie banner that came with the page to who has not answered it, before anything is
 * painted; without scripts it stays away. Inlined, too.
 */
export function askAboutCookies(consent: string): void {
  try {
    if (localStorage.getItem(consent) !== null) return;
  } catch {
    // Storage is forbidden: nobody's answer can be kept.
  }
  document.documentElement.toggleAttribute('data-cookies-asked', true);
}

/**
 * Runs in the page's head before any other script. Holds early input until React is there: the last
 * press is repeated, typed text is entered again, and no form is sent natively with a password in
 * the address. Its source is inlined (entry.server.tsx), so it may use nothing outside itself.
 */
export function holdEarlyInput(hydrated: string): void {
  const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();
  let press: (() => void) | undefined;
  const handlers: Record<string, (event: Event) => void> = {
    input(event) {
      const field = event.target;
      const holdsText =
        field instanceof HTMLTextAreaElement ||
        (field instanceof HTMLInputElement && !/^(checkbox|radio|file)$/.test(field.type));
      if (holdsText) typed.add(field);
    },
    click(event) {
      const button = event.target instanceof Element && event.target.closest('button');
      if (!button) return;
      event.preventDefault();
      press = () => button.click();
    },
    submit(event) {
      event.preventDefault();
      const form = event.target as HTMLFormElement;
      press = () => form.requestSubmit();
    },
  };
  for (const [name, hold] of Object.entries(handlers)) addEventListener(name, hold, true);
  addEventListener(
    hydrated,
    () => {
      for (const [name, hold] of Object.entries(handlers)) removeEventListener(name, hold, true);
      for (const field of typed) {
        const { value } = field;
        // React ignores a value that it saw last.
        field.value = '';
        const prototype = Object.getPrototypeOf(field) as object;
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      // After the typed text.
      if (press) setTimeout(press);
    },
    { once: true },
  );
}
