import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { pageModules } from './page-modules.ts';
import { routes } from './routes.tsx';

const all = (some: readonly RouteObject[]): RouteObject[] =>
  some.flatMap((route) => [route, ...all(route.children ?? [])]);

test('each page names the file that it loads, which is preloaded with it', () => {
  const names = all(routes)
    .filter(({ lazy }) => lazy)
    .map(({ index, path: at, id }) => (index ? '/' : (at ?? id ?? '')));
  expect(Object.keys(pageModules).toSorted()).toEqual(names.toSorted());
  for (const route of all(routes)) {
    const { lazy } = route;
    if (typeof lazy !== 'function') continue;
    const module = pageModules[route.index ? '/' : (route.path ?? route.id ?? '')] ?? '';
    expect(existsSync(path.join(import.meta.dirname, module)), module).toBe(true);
    expect(lazy.toString(), module).toContain(path.basename(module));
  }
});
