import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from './architecture/source-files.ts';
import { root } from './running.ts';
import { findsIn, judged, type Accepted } from './secret-finds.ts';

/** `npm run secrets`: looks for keys and passwords in every file that git keeps. Part of the check. */
const key = 'a private key';
const address = 'a password in an address';
const madeUp = 'made up for a test';
const example = 'an example of the form';
const on = '2026-11-26';
const accepted: readonly Accepted[] = [
  { file: 'compose.yaml', kind: address, count: 1, on, why: 'reached inside compose alone' },
  { file: 'docs/adapters/smtp.md', kind: address, count: 2, on, why: example },
  { file: 'docs/settings.md', kind: address, count: 1, on, why: example },
  { file: 'server/src/adapters/mail/smtp/settings.ts', kind: address, count: 1, on, why: example },
  { file: 'server/src/settings/core-settings.ts', kind: address, count: 1, on, why: example },
  { file: 'server/src/adapters/mail/smtp/mail.test.ts', kind: key, count: 1, on, why: madeUp },
  { file: 'server/src/testing/mail-server.ts', kind: key, count: 1, on, why: madeUp },
  {
    file: 'server/src/operator/doctor-process.postgres.test.ts',
    kind: address,
    count: 2,
    on,
    why: madeUp,
  },
  {
    file: 'server/src/operator/doctor-services.test.ts',
    kind: address,
    count: 1,
    on,
    why: madeUp,
  },
  { file: 'server/src/process/start-trouble.test.ts', kind: address, count: 1, on, why: madeUp },
];

const files = listFiles(root);
const finds = files.flatMap((file) => findsIn(file, readFileSync(path.join(root, file), 'latin1')));
const { unknown, gone } = judged(finds, accepted);
for (const { file, line, kind } of unknown) console.log(`${file}:${line} has ${kind}`);
for (const { file, kind } of gone)
  console.log(`${file} has less of ${kind} than scripts/secrets.ts accepts`);
console.log(`${files.length} files, ${finds.length - unknown.length} finds accepted`);
process.exitCode = unknown.length + gone.length === 0 ? 0 : 1;
