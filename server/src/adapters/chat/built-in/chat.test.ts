import { makeSecrets } from '../../../settings/secrets.ts';
import { builtInChat } from './chat.ts';
import { chatSuite } from '../chat.suite.ts';

const withKey = (byte: number) =>
  builtInChat({ secrets: makeSecrets([Buffer.alloc(32, byte).toString('base64')]) });

chatSuite('the built-in panel', withKey(1), withKey(2));
