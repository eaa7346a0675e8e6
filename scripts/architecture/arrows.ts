import path from 'node:path';
import { arrows, exceptions, forTests, packages, zones } from './arrow-table.ts';
import type { Finding, Import, SourceFile } from './source-files.ts';

export function checkArrows(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const zone = zoneOf(file.path);
    if (zone === undefined) return [];
    if (!(zone in arrows)) {
      return [finding(file, 1, `the folder of ${zone} is not in the house's table`, newLine)];
    }
    return file.imports.flatMap((one) =>
      one.target === undefined
        ? checkPackage(file, zone, one)
        : [
            ...checkArrow(file, zone, one, one.target),
            ...checkDoor(file, zone, one, one.target),
            ...checkKind(file, one, one.target),
          ],
    );
  });
}

const newLine = 'add one reviewed line to scripts/architecture/arrow-table.ts';

export function zoneOf(file: string): string | undefined {
  for (const [pattern, zone] of zones) {
    const match = pattern.exec(file);
    if (match) return zone.replace('$1', match[1] ?? '');
  }
  return undefined;
}

function checkPackage(file: SourceFile, zone: string, one: Import): Finding[] {
  const { specifier, line } = one;
  if (/^@portside\/(server|web)\b/.test(specifier)) {
    return [
      finding(file, line, `imports ${specifier}`, 'only the contract is a package for others'),
    ];
  }
  if (file.isTest) return [];
  if (packages[zone] && !packages[zone].test(specifier)) {
    const instead = 'the contract is rules and words: zod only, no I/O, no React, no Node';
    return [finding(file, line, `${zone} imports ${specifier}`, instead)];
  }
  if (/^web[ /]/.test(zone) && zone !== 'web tools' && !/entry\.server/.test(file.path)) {
    if (specifier.startsWith('node:')) {
      return [finding(file, line, `imports ${specifier}`, 'the browser has no Node')];
    }
  }
  return [];
}

function checkArrow(file: SourceFile, zone: string, one: Import, target: string): Finding[] {
  const to = zoneOf(target);
  if (to === undefined || to === zone) return [];
  const workspace = zone.split(/[ /]/)[0];
  if (/^\.\.?\//.test(one.specifier) && to === 'contract' && isIn(file.path, 'server', 'web')) {
    const name = path.basename(target).replace(/\.ts$/, '');
    return [
      finding(file, one.line, `imports ${one.specifier}`, `import '@portside/contract/${name}'`),
    ];
  }
  const allowed = [
    ...(arrows[zone] ?? []),
    ...(file.isTest ? (forTests[file.path.split('/')[0] ?? workspace ?? ''] ?? []) : []),
    ...exceptions.filter(({ from }) => from === zone).map((exception) => exception.to),
  ];
  if (allowed.includes(to)) return [];
  if (allowed.includes(`${to} (type)`)) {
    if (one.typeOnly || file.isTest) return [];
    const instead = `only types come from there: write "import type", or ask the app for it`;
    return [finding(file, one.line, `${zone} imports the code of ${to} (${target})`, instead)];
  }
  return [
    finding(file, one.line, `${zone} imports ${to} (${target})`, insteadOf(zone, to, allowed)),
  ];
}

function insteadOf(zone: string, to: string, allowed: readonly string[]): string {
  const may = allowed.length > 0 ? allowed.join(', ') : 'nothing of ours';
  if (/^web\//.test(zone) && /^web\//.test(to)) {
    return `web slices never import each other: move the shared part to web/src/ui, or let dashboard, checkout, shell or routes.ts put the two together`;
  }
  if (zone === 'web ui') return 'ui knows no domain: hand it in as a prop';
  if (zone === 'adapters')
    return 'an adapter never knows a slice: return a value, or emit a notice';
  if (/^server/.test(zone) && /^web/.test(to)) return 'the server knows web only as web/dist';
  return `${zone} may import: ${may}; or ${newLine}`;
}

/** Private to a server slice; only slices.ts sees its routes and jobs. */
const isPrivate = (name: string) => /^(?:(?:\w+-)*store|rows|emails|routes|jobs)\.ts$/.test(name);

function checkDoor(file: SourceFile, zone: string, one: Import, target: string): Finding[] {
  const match = /^server\/src\/([^/]+)\/(.+)$/.exec(target);
  if (!match || zoneOf(target) !== `server/${match[1]}` || zone === `server/${match[1]}`) return [];
  const [, slice, inside] = match;
  if (inside && !isPrivate(inside) && !inside.includes('/')) return [];
  if (zone === 'server entry' && (inside === 'routes.ts' || inside === 'jobs.ts')) return [];
  const instead =
    'stores, rows, emails, routes and jobs belong to their slice: import the file that has the verb, or add one';
  return [finding(file, one.line, `enters ${slice} by ${inside}`, instead)];
}

function checkKind(file: SourceFile, one: Import, target: string): Finding[] {
  const own = /^server\/src\/([^/]+)\/([^/]+)\.ts$/.exec(file.path);
  if (!own || file.isTest || zoneOf(file.path) !== `server/${own[1]}`) return [];
  const [, slice, name] = own;
  const to = zoneOf(target) ?? '';
  if (name !== 'routes' && (to === 'http' || to === 'limit rules') && slice !== 'limits') {
    return [
      finding(file, one.line, 'knows HTTP', 'only routes.ts serves; return a value or refuse'),
    ];
  }
  if (name === 'routes' && !one.typeOnly) {
    const own = to === `server/${slice}` && !isPrivate(path.basename(target));
    const may = own || ['http', 'limit rules', 'caller', 'contract', 'server base'].includes(to);
    if (!may) {
      const instead =
        'routes.ts has one line per endpoint: it names verbs of its own slice, and decides nothing';
      return [finding(file, one.line, `routes.ts imports ${target}`, instead)];
    }
  }
  if ((name === 'store' || name?.endsWith('-store')) && /^server\//.test(to) && !one.typeOnly) {
    if (
      /\/(routes|emails|jobs)\.ts$/.test(target) ||
      target === `server/src/${slice}/${slice}.ts`
    ) {
      return [
        finding(file, one.line, `${name}.ts imports ${target}`, 'a store is SQL and nothing else'),
      ];
    }
  }
  return [];
}

const isIn = (file: string, ...folders: string[]) =>
  folders.some((one) => file.startsWith(`${one}/`));

function finding(file: SourceFile, line: number, wrong: string, instead: string): Finding {
  return { file: file.path, line, wrong, instead };
}
