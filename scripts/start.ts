import './need-node-24.cjs';
import { buildIfChanged } from './web-build.ts';

// Unset, React would run its slow build.
process.env.NODE_ENV = 'production';
if (!buildIfChanged()) process.exit(1);
// In this process, so that Ctrl-C and the signals of a supervisor reach the server itself.
// By address, so that the types of the scripts do not reach into the server.
await import(new URL('../server/src/main.ts', import.meta.url).href);
