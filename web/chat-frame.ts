import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { sharedConfig, webFolder } from './vite.ts';

/**
 * The one script of ours in a chat service's frame (docs/decisions/0795), to be written into its
 * page. @throws Error when it cannot be
 */
export async function buildChatFrame(): Promise<string> {
  const built = (await build({
    ...sharedConfig,
    plugins: [],
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(webFolder, 'src/entry.chat.ts'),
        output: { format: 'iife' },
      },
    },
  })) as Rolldown.RolldownOutput;
  const [{ code }, ...more] = built.output;
  if (more.length > 0) throw new Error('The script of the chat frame is more than one file');
  if (/<\/script|<!--/i.test(code)) throw new Error('The script of the chat frame would end early');
  return code.trim();
}
