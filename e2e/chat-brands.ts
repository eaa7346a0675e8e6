import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The demo brands, each with a host for its chat service's frame. */
export const chatHosts = { harbor: 'chat.localhost', mesa: 'chat.mesa.localhost' } as const;

/** @returns a folder for `PORTSIDE_BRANDS` */
export async function openChatBrands(): Promise<{ folder: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portside-chat-brands-'));
  await cp(path.join(import.meta.dirname, '../brands'), folder, { recursive: true });
  for (const [id, chatHost] of Object.entries(chatHosts)) {
    const file = path.join(folder, id, 'brand.json');
    const settings = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...settings, chatHost }));
  }
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}
