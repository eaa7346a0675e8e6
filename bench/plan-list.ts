import { asFinding } from './finding.ts';
import type { Measurement } from './measurement.ts';
import { harbor } from './people.ts';
import { sideBySide } from './side-by-side.ts';

const PATH = '/app/plans';

export const planList: Measurement = {
  name: 'plans',
  title: 'Plan list over HTTP',
  async run(bench) {
    const { product, bare } = await bench.setting();
    const answer = await fetch(product.address + PATH, { headers: harbor });
    const bytes = Buffer.byteLength(await answer.text());
    await bare.know({ sizes: { [PATH]: bytes } });
    const plans = await sideBySide(
      { target: { url: product.address, paths: [PATH], askers: [harbor] }, server: product },
      { target: { url: bare.address, paths: [PATH] }, server: bare },
      bench.rounds,
    );
    return [asFinding('plans', `plan list, ${bytes} bytes; bare: one query`, plans, 0.9)];
  },
};
