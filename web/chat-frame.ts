import { buildOneScript } from './one-script.ts';

/**
 * The one script of ours in a chat service's frame (docs/decisions/0795), to be written into its
 * page. @throws Error when it cannot be
 */
export async function buildChatFrame(): Promise<string> {
  const code = await buildOneScript('src/entry.chat.ts');
  if (/<\/script|<!--/i.test(code)) throw new Error('The script of the chat frame would end early');
  return code;
}
