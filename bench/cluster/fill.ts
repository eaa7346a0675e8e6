import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A file of `config/` with its `{{places}}` filled in; one that nobody fills is an error. */
export function fill(file: string, values: Readonly<Record<string, string | number>>): string {
  const text = readFileSync(path.join(import.meta.dirname, 'config', file), 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} wants {{${name}}}`);
    return String(value);
  });
}
