/** Told once React holds the page. */
export const HYDRATED = 'portside:awake';

/**
 * Runs in the page's head, before any other script: what a person does before the page is awake is
 * kept and done when it is. The last press counts; what was typed is typed once more, because React
 * takes no notice of it; no form ever leaves by itself, with a password in the address.
 *
 * Its text is put into pages (entry.server.tsx), so it may use nothing from outside of itself.
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
        // React hears of a change only when the value is not the one that it saw last.
        field.value = '';
        const prototype = Object.getPrototypeOf(field) as object;
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      // With what was typed in hand.
      if (press) setTimeout(press);
    },
    { once: true },
  );
}
