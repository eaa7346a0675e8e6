import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { wire } from './wire.suite.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'wire' in value && 'caller' in value;

async function endpoints(): Promise<Endpoint[]> {
  const files = readdirSync(import.meta.dirname).filter((file) => /^[a-z0-9-]+\.ts$/.test(file));
  const modules = await Promise.all(
    files.map((file) => import(`./${file.replace('.ts', '')}.ts`) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

test('[I23] every call has the method and path that the table of the wire says, and no other has', async () => {
  const agreed = (await endpoints()).flatMap(({ name, wire: line, also = [] }) => [
    [name, line],
    ...also.map((other) => [`${name}Also`, other]),
  ]);
  expect(Object.fromEntries(agreed)).toEqual(wire);
});
