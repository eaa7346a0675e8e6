// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useLiveEvents } from '../api/events.ts';
import { freshToken, line, openPage } from '../testing/stage.tsx';
import { useLines } from './use-lines.ts';

afterEach(() => vi.unstubAllGlobals());

function Lines() {
  return (
    <p>
      {useLines()
        .data?.lines.map(({ status }) => status)
        .join()}
    </p>
  );
}

/** The server's side of the event stream. */
function streamOfEvents() {
  const stream = new TransformStream<string, string>();
  const writer = stream.writable.getWriter();
  const body = stream.readable.pipeThrough(new TextEncoderStream());
  const headers = { 'content-type': 'text/event-stream' };
  vi.stubGlobal('fetch', async () => new Response(body, { headers }));
  return (event: string, data: object) =>
    act(() => writer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
}

test('lines show what the stream reports, without the port-ins and without polling', async () => {
  const tell = streamOfEvents();
  let status = 'activating';
  const page = openPage({
    routes: [{ path: '/', element: <Lines /> }],
    at: '/',
    token: freshToken(),
    answers: { listLines: () => ({ lines: [{ ...line, id: 'lin_1', status }] }) },
  });
  await screen.findByText('activating');
  await tell('ready', {});
  status = 'active';
  await tell('chat', { id: 'cht_1', status: 'reply' });
  expect(page.sent('listLines')).toHaveLength(1);
  await tell('line', { id: 'lin_1', status });
  await screen.findByText('active');
  expect(page.sent('listLines')).toHaveLength(2);
  page.close();
});

test('news that come before the first answer are in what is shown', async () => {
  const tell = streamOfEvents();
  const first = Promise.withResolvers<object>();
  const now = { lines: [{ ...line, id: 'lin_1', status: 'active' }] };
  const answers = [first.promise];
  const heard = vi.fn();
  function Page() {
    useLiveEvents(heard);
    return <Lines />;
  }
  const page = openPage({
    routes: [{ path: '/', element: <Page /> }],
    at: '/',
    token: freshToken(),
    answers: { listLines: () => answers.shift() ?? now },
  });
  await waitFor(() => expect(page.sent('listLines')).toHaveLength(1));
  await tell('ready', {});
  await tell('line', { id: 'lin_1', status: 'active' });
  await waitFor(() => expect(heard).toHaveBeenCalled());
  first.resolve({ lines: [{ ...line, id: 'lin_1', status: 'activating' }] });
  await screen.findByText(/activ/);
  expect(screen.getByText('active')).toBeTruthy();
  page.close();
});
