import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const read = (more: Record<string, string>) =>
  readConfig({ PORTSIDE_DATA: '/tmp/portside-traces', ...more }).traces;

test('[N09] nothing is traced until an endpoint is set, by the names that OpenTelemetry gives', () => {
  expect(read({ OTEL_SERVICE_NAME: 'shop' })).toBeUndefined();
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b,x-team=shop',
      OTEL_SERVICE_NAME: 'shop',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    }),
  ).toEqual({
    url: 'https://collector.example:4318/v1/traces',
    headers: { 'x-key': 'a b', 'x-team': 'shop' },
    service: 'shop',
    part: 0.1,
  });
});

test('[N09] an endpoint, a part or headers that cannot be one stop the start, and are named', () => {
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
    /OTEL_EXPORTER_OTLP_ENDPOINT is an address/,
  );
  expect(() => read({ OTEL_TRACES_SAMPLER_ARG: '10' })).toThrow(/0 to 1, not 10/);
  expect(() => read({ OTEL_EXPORTER_OTLP_HEADERS: 'token' })).toThrow(/name=value/);
});

test('[N09] in production traces leave the own network by https only', () => {
  const to = (OTEL_EXPORTER_OTLP_ENDPOINT: string) => () =>
    read({ PORTSIDE_ENV: 'production', OTEL_EXPORTER_OTLP_ENDPOINT });
  expect(to('http://collector.example:4318')).toThrow(/OTEL_EXPORTER_OTLP_ENDPOINT begins with/);
  expect(to('http://10.0.0.7:4318')).toThrow(/^(?![^]*OTEL)/);
});
