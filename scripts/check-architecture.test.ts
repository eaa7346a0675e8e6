import { describe, expect, test } from 'vitest';
import { check, findingsOf } from './architecture/small-tree.ts';
import { describe as sentence } from './check-architecture.ts';

describe('a tree as the house wants it', () => {
  test('is let through', () => {
    expect(
      check({
        'contract/src/plans.ts':
          "import * as z from 'zod/mini';\nexport const plan = z.object({});\n",
        'server/src/app.ts': 'export interface App { readonly name: string }\n',
        'server/src/plans/plans.ts': [
          "import { plan } from '@portside/contract/plans';",
          "import type { App } from '../app.ts';",
          "import { rows } from './store.ts';",
          'export const listPlans = (app: App) => [app, plan, rows];\n',
        ].join('\n'),
        'server/src/plans/routes.ts':
          "import { serve } from '../http/serve.ts';\nimport * as plans from './plans.ts';\nexport const routes = [serve(plans)];\n",
        'server/src/http/serve.ts': 'export const serve = (what: unknown) => what;\n',
        'server/src/plans/store.ts':
          "export const rows = (db: any) => db.withTables<{ plans: unknown }>().selectFrom('plans as p');\n",
        'server/src/checkout/checkout.ts':
          "import { listPlans } from '../plans/plans.ts';\nexport const quote = listPlans;\n",
        'web/src/plans/plan-tile.tsx':
          "import { b } from '../ui/button.tsx';\nexport const t = b;\n",
        'web/src/ui/button.tsx': 'export const b = 1;\n',
      }),
    ).toEqual([]);
  });
});

describe('arrows', () => {
  test.each([
    ['contract/src/plans.ts', 'react', 'contract imports react'],
    ['contract/src/plans.ts', 'node:fs', 'contract imports node:fs'],
    ['server/src/plans/plans.ts', '../lines/lines.ts', 'server/plans imports server/lines'],
    ['server/src/account/account.ts', '../lines/lines.ts', 'server/account imports server/lines'],
    ['server/src/adapters/mail/smtp.ts', '../../codes/codes.ts', 'adapters imports server/codes'],
    ['server/src/plans/plans.ts', '../app.ts', 'server/plans imports the code of app'],
    ['server/src/plans/plans.ts', '../http/serve.ts', 'knows HTTP'],
    ['server/src/plans/routes.ts', './store.ts', 'routes.ts imports server/src/plans/store.ts'],
    ['server/src/http/pages.ts', '../../../web/src/root.tsx', 'http imports web entry'],
    ['web/src/ui/button.tsx', '../plans/use-plans.ts', 'web ui imports web/plans'],
    ['web/src/ui/button.tsx', '@portside/contract/plans', 'web ui imports contract'],
    ['web/src/lines/lines.ts', '../account/name.ts', 'web/lines imports web/account'],
    ['web/src/cart/cart.ts', '../plans/plan.ts', 'web/cart imports web/plans'],
    ['web/src/lines/lines.ts', 'node:fs', 'imports node:fs'],
    ['web/src/lines/lines.ts', '../../../contract/src/lines.ts', 'imports ../../../contract'],
    ['web/src/lines/lines.ts', '@portside/server/lines', 'imports @portside/server/lines'],
    ['server/src/loyalty/loyalty.ts', 'kysely', 'the folder of server/loyalty is not in the'],
  ])('%s may not import %s', (file, specifier, wrong) => {
    const found = check({ [file]: `import { a } from '${specifier}';\nexport const b = a;\n` });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(wrong);
  });

  test('plans may put into the cart: the one reviewed exception', () => {
    const tree = {
      'web/src/plans/use-plan.ts': "import { a } from '../cart/cart.ts';\nexport const b = a;\n",
    };
    expect(check(tree)).toEqual([]);
  });

  test('dashboard, checkout and shell may import slices', () => {
    for (const folder of ['dashboard', 'checkout', 'shell']) {
      const file = `web/src/${folder}/use-lines.ts`;
      expect(
        check({ [file]: "import { a } from '../lines/lines.ts';\nexport const b = a;\n" }),
      ).toEqual([]);
    }
  });

  test('every way to import is seen: re-export, dynamic, side effect, over several lines', () => {
    const text = [
      "export { a } from '../lines/lines.ts';",
      "const b = () => import('../lines/lines.ts');",
      "import '../lines/lines.ts';",
      "import {\n  c,\n  d,\n} from '../lines/lines.ts';",
      "type E = typeof import('../lines/lines.ts');",
      '// import f from "../lines/lines.ts"',
      'const g = "import h from \'../lines/lines.ts\'";',
      'export const i = [b, c, d, g] as unknown as E;',
    ].join('\n');
    const lines = findingsOf({ 'server/src/plans/plans.ts': text }).map((one) => one.line);
    expect(lines).toEqual([1, 2, 3, 4, 8]);
  });

  test('a slice is entered by the file that knows, never by its store; slices.ts has its routes and jobs', () => {
    const entering = (file: string) =>
      check({
        'server/src/lines/lines.ts': `import { a } from '../account/${file}';\nexport const b = a;\n`,
      });
    expect(entering('change-email.ts')).toEqual([]);
    expect(entering('person-store.ts')).toEqual([
      'server/src/lines/lines.ts:1 enters account by person-store.ts',
    ]);
    expect(
      check({
        'server/src/lines/lines.ts':
          "import { a } from '../account/store.ts';\nexport const b = a;\n",
      }),
    ).toEqual(['server/src/lines/lines.ts:1 enters account by store.ts']);
    const ends = ['routes', 'jobs']
      .map((end) => `import { a } from './lines/${end}.ts';`)
      .join('\n');
    expect(check({ 'server/src/slices.ts': `${ends}\nexport const b = 1;\n` })).toEqual([]);
  });

  test('a test may use testing, adapters and its own slice, but no other slice', () => {
    const found = check({
      'server/src/plans/plans.test.ts': [
        "import { a } from '../testing/open-test-app.ts';",
        "import { b } from '../adapters/mail/mailbox/mailbox.ts';",
        "import { c } from './store.ts';",
        "import { d } from '../lines/lines.ts';\n",
      ].join('\n'),
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('plans.test.ts:4');
  });

  test('each refusal says what to do instead', () => {
    const [found] = findingsOf({
      'web/src/lines/lines.ts': "import { a } from '../account/name.ts';\nexport const b = a;\n",
    });
    expect(found && sentence(found)).toMatch(
      /lines\.ts:1 .*\n {4}→ web slices never import each other/,
    );
  });
});
