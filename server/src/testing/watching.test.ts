import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from './test-app.ts';

/** What an operator's Prometheus and Grafana are given, against what the product says. */
const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const rules = read('deploy/watching/alerts.yml');

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** `portside_x`, not `portside:x`, which a rule records. */
const metricsIn = (text: string) =>
  new Set(text.match(/(?<![\w:/])(?:portside|process)_\w+(?![\w:])/g));
const recordedIn = (text: string) => new Set(text.match(/portside:\w+:\w+/g));

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(read('deploy/watching/grafana.json')) as {
  readonly panels: readonly Panel[];
};
const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');

const alerts = rules
  .split(/^ {6}- /m)
  .filter((rule) => rule.startsWith('alert: '))
  .map((rule) => ({
    name: /^alert: (\w+)$/m.exec(rule)?.[1] ?? '',
    section: /^ {10}runbook_url: docs\/operating\.md#([\w-]+)$/m.exec(rule)?.[1],
    severity: /^ {10}severity: (\w+)$/m.exec(rule)?.[1],
    summary: /^ {10}summary: ["'](.+)["']$/m.exec(rule)?.[1],
  }));

test('[N09] each metric of the rules and of the dashboard is among those that the product tells', async () => {
  const text = await (await app.fetch('/metrics')).text();
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const told = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
  for (const [where, used] of [
    ['rules', metricsIn(rules)],
    ['dashboard', metricsIn(asked)],
  ] as const) {
    expect(used.size, where).toBeGreaterThan(10);
    expect([...used].filter((name) => !told.has(name))).toEqual([]);
  }
  // Whoever adds one thinks of who looks at it.
  const ours = types.map(([, name = '']) => name).filter((name) => name.startsWith('portside_'));
  const looked = `${rules}\n${asked}`;
  expect(ours.filter((name) => !looked.includes(name))).toEqual([]);
});

test('[N09] what a rule or a panel takes from another rule is recorded', () => {
  const recorded = new Set([...rules.matchAll(/- record: (\S+)/g)].map(([, name]) => name));
  const used = recordedIn(`${rules.replaceAll(/- record: .*/g, '')}\n${asked}`);
  expect(used.size).toBeGreaterThan(3);
  expect([...used].filter((name) => !recorded.has(name))).toEqual([]);
});

test('[N09] each alert has a summary, says whether it wakes somebody, and has its section of the guide', () => {
  const sections = [...read('docs/operating.md').matchAll(/^### (.+)$/gm)].map(
    ([, title]) => title,
  );
  expect(alerts.length).toBeGreaterThan(15);
  for (const { name, section, severity, summary } of alerts) {
    expect(sections).toContain(name);
    expect(section).toBe(name.toLowerCase());
    expect(['page', 'ticket']).toContain(severity);
    expect(summary?.length, name).toBeGreaterThan(10);
  }
  const written = new Set(sections.filter((title) => /^Portside[A-Z]/.test(title ?? '')));
  expect(written).toEqual(new Set(alerts.map(({ name }) => name)));
});

test('[N09] each alert is tried: it goes off once, and keeps quiet on a quiet day', () => {
  const tried = read('deploy/watching/alerts.test.yml');
  for (const { name } of alerts) {
    expect(tried.match(new RegExp(`alertname: ${name}$`, 'gm')), name).toHaveLength(2);
  }
});
