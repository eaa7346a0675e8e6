import { lineAt, type Finding, type SourceFile } from './source-files.ts';

interface Habit {
  /** Searched in code only: comments and strings do not count. */
  readonly pattern: RegExp;
  readonly applies: (file: SourceFile) => boolean;
  readonly wrong: string;
  readonly instead: string;
}

const inProduct = ({ path, isTest }: SourceFile) =>
  !isTest && /^(contract\/src|server|web\/src)\//.test(path);
const inServer = ({ path, isTest }: SourceFile) => !isTest && path.startsWith('server/src/');
const isOneOf = (path: string, ...names: string[]) =>
  names.some((name) => path === `server/src/${name}`);

const habits: readonly Habit[] = [
  {
    pattern: /\bprocess\s*\.\s*env\b|\}\s*=\s*process\b/g,
    applies: (file) => inProduct(file) && !isOneOf(file.path, 'config.ts'),
    wrong: 'reads process.env',
    instead: 'server/src/config.ts reads it once: take the value from app.config',
  },
  {
    pattern: /(?<![.\w$])fetch\s*\(|\b(?:globalThis|window|self)\s*\.\s*fetch\b/g,
    applies: (file) =>
      inProduct(file) && !/^(web\/src\/api|server\/src\/adapters)\//.test(file.path),
    wrong: 'calls fetch',
    instead: 'in the browser use call of web/src/api; on the server make or extend an adapter',
  },
  {
    pattern: /\bnew\s+Date\s*(?:\(\s*\)|(?![\s\w(]))|\bDate\s*\.\s*now\b/g,
    applies: (file) => inServer(file) && !isOneOf(file.path, 'clock.ts'),
    wrong: 'asks the machine for the time',
    instead: 'ask app.clock, which tests can move',
  },
  {
    pattern: /\bMath\s*\.\s*random\b/g,
    applies: (file) => inServer(file) && !isOneOf(file.path, 'random.ts'),
    wrong: 'calls Math.random',
    instead: 'ask app.random',
  },
  {
    pattern: /\b(?:vi|vitest|jest)\s*\.\s*(?:mock|doMock|unstable_mockModule|hoisted)\s*\(/g,
    applies: () => true,
    wrong: 'mocks a module',
    instead: 'hand in what differs: an override of openApp, a sandbox, a typed call',
  },
  {
    pattern:
      /\b(?:test|it|describe|suite)(?:\s*\.\s*\w+)*\s*\.\s*(?:skip|only|todo|fixme|fails|skipIf|runIf)\b|\b(?:xit|xtest|xdescribe|fit|fdescribe)\s*\(/g,
    applies: () => true,
    wrong: 'skips or singles out a test',
    instead: 'make it pass, or delete it: a test runs or does not exist',
  },
];

/** Wrong habits, found line by line. */
export function checkHabits(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) =>
    habits
      .filter((habit) => habit.applies(file))
      .flatMap(({ pattern, wrong, instead }) =>
        [...file.code.matchAll(pattern)].map((match) => ({
          file: file.path,
          line: lineAt(file.text, match.index),
          wrong,
          instead,
        })),
      ),
  );
}
