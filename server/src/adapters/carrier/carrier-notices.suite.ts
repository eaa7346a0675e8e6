import { expect } from 'vitest';
import type { Suite } from './carrier-world.suite.ts';

/** What comes unasked. */
export function noticeSuite({ world, port, needs, request, activated, eventually, told }: Suite) {
  needs('notices', 'a notice tells of an activation', async () => {
    const { ref } = await activated();
    const tells = () => told().find((one) => one?.about === 'activation' && one.ref === ref);
    expect((await eventually(async () => tells()))?.id).toBeTruthy();
  });

  needs(
    ['notices', 'turn restricted'],
    '[M07] a notice tells of a line that was limited',
    async () => {
      const line = await activated();
      await world().stage.turn(line, 'restricted');
      const refs = [line.msisdn, line.ref];
      const tells = () => told().find((one) => one?.about === 'line' && refs.includes(one.ref));
      await eventually(async () => tells());
    },
  );

  needs('notices', 'a notice is genuine only with its own body and headers', async () => {
    await port().activate(await request());
    const [notice] = await eventually(async () => {
      const came = await world().pass(1000);
      return came.length > 0 ? came : undefined;
    });
    if (!notice) throw new Error('No notice came');
    const { headers, body } = notice;
    expect(port().readNotice(headers, body)?.id).toBeTruthy();
    expect(port().readNotice(headers, body)).toEqual(port().readNotice(headers, body));
    expect(port().readNotice(headers, `${body} `)).toBeUndefined();
    expect(port().readNotice({}, body)).toBeUndefined();
    expect(port().readNotice(headers, '')).toBeUndefined();
  });

  needs(['notices', 'old notices'], 'a notice is genuine only for five minutes', async () => {
    await port().activate(await request());
    const [notice] = await eventually(async () => {
      const came = await world().pass(1000);
      return came.length > 0 ? came : undefined;
    });
    if (!notice) throw new Error('No notice came');
    await world().pass(301_000);
    expect(port().readNotice(notice.headers, notice.body)).toBeUndefined();
  });
}
