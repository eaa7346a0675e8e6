import { type Language, pathIn } from '@portside/contract/language';
import { useEffect, useEffectEvent } from 'react';
import { rememberLanguage } from './language.ts';
import { readTab, writeTab } from './storage.ts';

/**
 * Another language is another page load. Half-filled forms and the history entry's state go along
 * in session storage, once.
 */
const KEY = 'language-change';

type Texts = Readonly<Record<string, string>>;

interface Carried {
  readonly path: string;
  readonly state: unknown;
  readonly forms: Readonly<Record<string, Texts>>;
}

const written = new Map<string, () => Texts>();
let arrived: { readonly path: string; readonly forms: Map<string, Texts> } | undefined;

/** Answers the address to go to. */
export function changeLanguage(language: Language, pathname: string, state: unknown): string {
  rememberLanguage(language);
  const path = pathIn(language, pathname);
  const forms = Object.fromEntries([...written].map(([name, texts]) => [name, texts()]));
  writeTab(KEY, JSON.stringify({ path, state, forms } satisfies Carried));
  return path + location.search + location.hash;
}

/** Before the router reads the history entry. */
export function arriveInLanguage(): void {
  const kept = readTab(KEY);
  writeTab(KEY, null);
  try {
    const carried = JSON.parse(kept ?? 'null') as Carried | null;
    if (carried?.path !== location.pathname) return;
    arrived = { path: carried.path, forms: new Map(Object.entries(carried.forms)) };
    // As the router does, so that reloads keep it.
    history.replaceState({ usr: carried.state, ...(history.state as object | null) }, '');
  } catch {
    // Nothing was carried.
  }
}

/** Only named fields: never a password, code or card. */
export function useHalfWritten<Name extends string>(
  form: string,
  values: Readonly<Record<Name, string>>,
  names: readonly NoInfer<Name>[],
  set: (name: Name, value: string) => void,
): void {
  const fill = useEffectEvent((texts: Texts) => {
    for (const name of names) if (texts[name]) set(name, texts[name]);
  });
  useEffect(() => {
    if (arrived?.path !== location.pathname) return;
    const texts = arrived.forms.get(form);
    arrived.forms.delete(form);
    if (texts) fill(texts);
  }, [form]);
  const texts = useEffectEvent(() => Object.fromEntries(names.map((name) => [name, values[name]])));
  useEffect(() => {
    written.set(form, () => texts());
    return () => void written.delete(form);
  }, [form]);
}
