import { chatFramePath } from '@portside/contract/chat';
import { indexedPages } from '@portside/contract/content';
import { languages, pathIn } from '@portside/contract/language';
import { listLabels } from '@portside/contract/plans';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { isAnySimulated } from '../settings/simulated.ts';
import { callInProcess } from './in-process.ts';
import { labelCsv, labelRecord } from './label-file.ts';
import type { Route } from './serve.ts';
import { brandOfHost, siteOf } from './site.ts';

export function siteFiles(app: App, routes: ReadonlyMap<string, Route>): FastifyPluginAsync {
  const siteFor = (request: FastifyRequest) => siteOf(app, brandOfHost(app, request), request);
  const isTrial = isAnySimulated(app.adapters, ['payment', 'carrier', 'mail']);
  return async (http) => {
    http.get('/robots.txt', async (request, reply) =>
      sendFile(reply, 'text/plain', [
        'User-agent: *',
        'Disallow: /app/',
        `Disallow: ${chatFramePath}`,
        ...(isTrial ? ['Disallow: /sandbox'] : []),
        ...closedPages.flatMap((path) =>
          languages.map((language) => `Disallow: ${pathIn(language, path)}`),
        ),
        '',
        `Sitemap: ${siteFor(request)}/sitemap.xml`,
      ]),
    );
    http.get('/sitemap.xml', async (request, reply) => {
      const site = siteFor(request);
      return sendFile(reply, 'application/xml', [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
        ...indexedPages.flatMap((page) => {
          const addressIn = (language: string) => site + pathIn(language, `/${page}`);
          const others = languages.map((one) => linkTo(one, addressIn(one))).join('');
          return languages.map((one) => `  <url><loc>${addressIn(one)}</loc>${others}</url>`);
        }),
        '</urlset>',
      ]);
    });
    for (const format of ['csv', 'json'] as const) {
      http.get(`/broadband-facts.${format}`, async (request, reply) => {
        const records = await labelRecords(request);
        if (records.length === 0) return reply.status(404).type('text/plain').send('Not found\n');
        const type = format === 'csv' ? 'text/csv' : 'application/json';
        reply.header('content-disposition', `attachment; filename="broadband-facts.${format}"`);
        return sendFile(reply, type, [
          format === 'csv' ? labelCsv(records) : JSON.stringify(records, null, 2),
        ]);
      });
    }

    async function labelRecords(request: FastifyRequest) {
      const brand = brandOfHost(app, request);
      if (!brand.duties.machineReadableLabels) return [];
      const { labels } = await callInProcess(app, routes, {
        tenant: brand.client.mvnoId,
        brand,
        language: 'en',
        network: request.ip,
        userAgent: '',
        requestId: request.id,
      })(listLabels, {});
      const site = siteOf(app, brand, request);
      return labels.map((label) => labelRecord(label, site));
    }
  };
}

const linkTo = (language: string, address: string) =>
  `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;

const closedPages = [
  '/cart',
  '/dashboard',
  '/stripe-response',
  '/crm-login',
  '/not-me',
  '/sim-replacement',
];

function sendFile(reply: FastifyReply, type: string, lines: readonly string[]) {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('cache-control', 'public, max-age=300')
    .send(lines.join('\n').replace(/\n?$/, '\n'));
}
