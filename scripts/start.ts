import './need-node-24.cjs';
import { buildIfChanged } from './web-build.ts';

// Without it React runs its slow build.
process.env.NODE_ENV = 'production';
if (!buildIfChanged()) process.exit(1);
// In this process, so that signals reach the server. A computed address keeps the server's types
// out of the scripts.
await import(new URL('../server/src/main.ts', import.meta.url).href);
