import './need-node-24.cjs';
import { spawn } from 'node:child_process';
import { root } from './running.ts';

const watched = ['server', 'contract/src', 'brands'].map((folder) => `--watch-path=${folder}`);
const server = spawn(
  process.execPath,
  ['--watch-preserve-output', ...watched, 'server/src/main.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', PORTSIDE_DEV: '1' },
  },
);

// The terminal signals both processes; the server closes first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code) => process.exit(code ?? 0));
