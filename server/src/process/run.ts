import { demoPassword, demoPeople, demoStaff } from '@portside/contract/demo-people';
import closeWithGrace from 'close-with-grace';
import { ConfigError } from '../settings/config-error.ts';
import { readConfig } from '../settings/config.ts';
import { FolderInUse } from '../db/folder-lock.ts';
import { giveMemoryBackWhenQuiet } from './give-back.ts';
import { isAnySimulated } from '../settings/simulated.ts';
import { startTrouble } from './start-trouble.ts';
import { openDesk } from '../seed/desk.ts';
import { start, type Running } from './start.ts';

/** Calls have ten seconds to end, jobs five. */
const CLOSE_MS = 20_000;

let port = 0;
try {
  const config = readConfig();
  ({ port } = config);
  const running = await start(config);
  const delay = config.drainSeconds * 1000 + CLOSE_MS;
  closeWithGrace({ delay }, async ({ err, signal }) => {
    if (err) running.app.log.error({ err }, 'stopping');
    // Ctrl-C has no balancer.
    if (signal === 'SIGTERM') await running.leave();
    await running.close();
  });
  greet(running);
  const { app } = running;
  openDesk(app).catch((error: unknown) => app.log.warn({ error }, 'the demo desk is not open'));
  giveMemoryBackWhenQuiet();
} catch (error) {
  const clear = error instanceof ConfigError || error instanceof FolderInUse;
  const told = clear ? error.message : startTrouble(error, port);
  process.stderr.write(`${told ?? String((error as Error).stack)}\n`);
  process.exit(1);
}

function greet({ app, address }: Running): void {
  const { config, brands } = app;
  const [brand] = brands.all;
  const lines = [``, `  ${brand?.product ?? 'Portside'} is open at ${address}`];
  if (config.seed === 'demo') {
    const people = demoPeople.map((one) => one.email).join(', ');
    const staff = demoStaff.map((one) => one.email).join(', ');
    lines.push(``, `  Demo sign-ins   ${people}`, `  Password        ${demoPassword}`);
    lines.push(`  Console staff   ${staff}`);
    lines.push(`  Their codes     ${address}/sandbox/staff`);
  }
  const { adapters } = app;
  if (isAnySimulated(adapters, ['mail'])) lines.push(`  Mailbox         ${address}/sandbox/mail`);
  if (isAnySimulated(adapters, ['payment', 'carrier']))
    lines.push(`  What is simulated  ${address}/sandbox`);
  if (config.database.kind === 'pglite') {
    lines.push(
      ``,
      `  The embedded database lies in ${config.dataFolder}. It is for trying out:`,
      `  a power cut can lose the last moments. Set DATABASE_URL for a PostgreSQL server.`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
