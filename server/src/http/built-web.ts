import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConsoleFiles } from './console-page.ts';
import type { WebEntry, WebSource } from './pages.ts';

export const webBuild = resolve(import.meta.dirname, '../../../web/dist');

export function builtWeb(): WebSource {
  const path = join(webBuild, 'server/entry.server.js');
  let entry: Promise<WebEntry> | undefined;
  let frame: Promise<string> | undefined;
  let files: Promise<ConsoleFiles> | undefined;
  return {
    load: () => (entry ??= import(pathToFileURL(path).href) as Promise<WebEntry>),
    chatFrame: () => (frame ??= readFile(join(webBuild, 'chat-frame.js'), 'utf8')),
    console: () =>
      (files ??= readFile(join(webBuild, 'console.json'), 'utf8').then(
        (text) => JSON.parse(text) as ConsoleFiles,
      )),
  };
}
