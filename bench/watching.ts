import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asFinding, type Finding } from './finding.ts';
import { meterBackends } from './cpu-time.ts';
import type { Measurement } from './measurement.ts';
import { logIn } from './people.ts';
import { runProduct } from './product.ts';
import { sideBySide } from './side-by-side.ts';

const looks = { '/app/plans': 'plan list', '/app/lines': 'line list' } as const;

/** What tracing every call costs: the product with an endpoint, beside itself without one. */
export const watching: Measurement = {
  name: 'traces',
  title: 'Traces of every call, sent to a collector, beside none',
  async run(bench) {
    const { product, database } = await bench.setting();
    const collector = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200).end('{}'));
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const traced = await runProduct({
      database,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, PORTSIDE_ROLES: 'web,api' },
    });
    const backends = await meterBackends(bench.server.url, database);
    try {
      const customers = Array.from({ length: 32 }, (_, at) => (at + 1) * 10);
      const people = await logIn(product.address, customers);
      const findings: Finding[] = [];
      for (const look of Object.keys(looks) as (keyof typeof looks)[]) {
        const target = (url: string) => ({
          url,
          paths: [look],
          askers: people.map(({ headers }) => headers),
        });
        const compared = await sideBySide(
          { target: target(traced.address), server: { ...traced, backends } },
          { target: target(product.address), server: product },
          bench.rounds,
        );
        const id = `traces.${look.split('/').at(-1)}`;
        findings.push({ ...asFinding(id, looks[look], compared), unit: 'of untraced' });
      }
      return findings;
    } finally {
      await backends.close();
      await traced.stop();
      collector.close();
    }
  },
};
