import { barOf, type Finding, isMet, shortly } from './finding.ts';
import type { Part, Results } from './measurement.ts';

/** Pixels: labels to the left, the plot, and the value to the right of it. */
const LABEL = 330;
const PLOT = 360;
const VALUE = 190;
const ROW = 34;

/** The results as a page: one plot for each part, a bar for each line, the goal as a mark. */
export function plotPage({ date, commit, machine, node, postgres, parts }: Results): string {
  const plots = parts.map((part) => `<h2>${escaped(part.title)}</h2>\n${plotsOf(part)}`).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Portside: measurements</title>
<style>${style}</style>
<h1>Measurements</h1>
<p>${escaped(`${date} UTC, commit ${commit}. ${machine}; Node ${node}; ${postgres}.`)}</p>
<p>A line across a bar is what is to be reached; dots are the single rounds. “Of bare” is the CPU time
of a bare Fastify route, with PostgreSQL’s, over ours: 1 is as cheap.</p>
${plots}
</html>
`;
}

/** Lines of one unit share a scale. */
function plotsOf({ findings, failure }: Part): string {
  if (failure) return `<p>Not measured: ${escaped(failure)}</p>`;
  const units = [...new Set(findings.map(({ unit }) => unit))];
  return units.map((unit) => plot(findings.filter((one) => one.unit === unit))).join('\n');
}

function plot(findings: readonly Finding[]): string {
  const ends = findings.flatMap(({ value, least, most, rounds = [] }) => [
    value,
    least ?? 0,
    most ?? 0,
    ...rounds,
  ]);
  const scale = PLOT / (Math.max(...ends) || 1);
  const rows = findings.map((finding, at) => row(finding, at * ROW, scale)).join('\n');
  const size = [LABEL + PLOT + VALUE, findings.length * ROW];
  return `<div><svg viewBox="0 0 ${size.join(' ')}" width="${size[0]}" height="${size[1]}" role="img"
aria-label="${escaped(findings.map(inWords).join('; '))}">
${rows}
</svg></div>`;
}

function row(finding: Finding, top: number, scale: number): string {
  const { what, value, unit, least, most, rounds = [], note } = finding;
  const met = isMet(finding);
  const kind = met === undefined ? 'open' : met ? 'met' : 'missed';
  const bar = least ?? most;
  const x = (of: number) => (LABEL + of * scale).toFixed(1);
  const middle = top + ROW / 2;
  const mark = bar === undefined ? '' : line(x(bar), top + 4, top + ROW - 4);
  const dots = rounds.map((one) => `<circle class="round" cx="${x(one)}" cy="${middle}" r="2"/>`);
  const said = [`${shortly(value)} ${unit}`, barOf(finding), bar === undefined ? '' : kind];
  return `<g><title>${escaped(note ?? what)}</title>
<text x="${LABEL - 12}" y="${middle + 4}" text-anchor="end">${escaped(shortened(what))}</text>
<rect class="${kind}" x="${LABEL}" y="${top + 8}" width="${(value * scale).toFixed(1)}" height="${ROW - 16}" rx="2"/>
${dots.join('')}${mark}
<text x="${LABEL + PLOT + 12}" y="${middle + 4}" class="value">${escaped(said.join(' '))}</text></g>`;
}

const line = (x: string, top: number, bottom: number) =>
  `<line class="bar" x1="${x}" x2="${x}" y1="${top}" y2="${bottom}"/>`;

const LONGEST = 50;
const shortened = (text: string) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;

const inWords = (finding: Finding) =>
  `${finding.what}: ${shortly(finding.value)} ${finding.unit} ${barOf(finding)}`.trim();

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const style = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 900px; margin: 2rem auto; padding: 0 1rem;
  color: #1a2430; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
div { overflow-x: auto; } svg { display: block; font-size: 13px; }
text { fill: #1a2430; } .value { font-variant-numeric: tabular-nums; }
.met { fill: #2f8f6b; } .missed { fill: #c4532d; } .open { fill: #8797a8; }
.bar { stroke: #1a2430; stroke-width: 2; } .round { fill: #1a2430; opacity: .45; }
@media (prefers-color-scheme: dark) {
  body { color: #e6ebf0; background: #10161d; } text { fill: #e6ebf0; }
  .bar { stroke: #e6ebf0; } .round { fill: #e6ebf0; }
}
`;
