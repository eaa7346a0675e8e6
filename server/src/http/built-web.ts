import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConsoleFiles } from './console-page.ts';
import type { OfflineParts } from './offline-page.ts';
import type { WebEntry, WebSource } from './pages.ts';

export const webBuild = resolve(import.meta.dirname, '../../../web/dist');

interface BuiltEntry extends WebEntry {
  readonly renderOffline: OfflineParts['render'];
}

export function builtWeb(): WebSource {
  const path = join(webBuild, 'server/entry.server.js');
  let entry: Promise<BuiltEntry> | undefined;
  let frame: Promise<string> | undefined;
  let files: Promise<ConsoleFiles> | undefined;
  let offline: Promise<OfflineParts> | undefined;
  const load = () => (entry ??= import(pathToFileURL(path).href) as Promise<BuiltEntry>);
  const script = (name: string) => readFile(join(webBuild, name), 'utf8');
  return {
    load,
    chatFrame: () => (frame ??= script('chat-frame.js')),
    offline: () =>
      (offline ??= Promise.all([script('worker.js'), script('offline.js'), load()]).then(
        ([worker, page, { renderOffline }]) => ({ worker, script: page, render: renderOffline }),
      )),
    console: () =>
      (files ??= readFile(join(webBuild, 'console.json'), 'utf8').then(
        (text) => JSON.parse(text) as ConsoleFiles,
      )),
  };
}
