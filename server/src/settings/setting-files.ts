import { readFileSync } from 'node:fs';

export type Env = Readonly<Record<string, string | undefined>>;

const FILE = '_FILE';

/** A secret in a file: `MAIL_URL_FILE=/run/secrets/mail` instead of `MAIL_URL`. */
export function withFiles(
  env: Env,
  isKnown: (name: string) => boolean,
  problems: string[],
): Record<string, string | undefined> {
  const read = { ...env };
  for (const [name, path] of Object.entries(env)) {
    const setting = name.slice(0, -FILE.length);
    if (!name.endsWith(FILE) || !path?.trim() || !isKnown(setting)) continue;
    const isSet = Boolean(env[setting]?.trim());
    if (isSet) problems.push(`${setting} and ${name} are both set: only one of them`);
    const text = contentOf(name, path.trim(), problems);
    if (text && !isSet) read[setting] = text;
  }
  return read;
}

function contentOf(name: string, path: string, problems: string[]): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').replace(/(?:\r?\n)+$/, '');
    if (!text.trim()) problems.push(`${name}: the file ${path} is empty`);
    return text;
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    problems.push(`${name}: the file ${path} can't be read (${code})`);
    return undefined;
  }
}
