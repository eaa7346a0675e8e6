import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const FORM = 'application/x-www-form-urlencoded';

export function acceptForms(http: FastifyInstance): void {
  http.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

export function posted(request: FastifyRequest, field: string): string {
  const body: unknown = request.body;
  const value = typeof body === 'object' && body !== null && Reflect.get(body, field);
  const isPlain = typeof value === 'string' || typeof value === 'number' || value === true;
  return isPlain ? String(value).trim() : '';
}

/** Forms go back to their page, programs get JSON. */
export function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  json: object,
  status = 200,
): FastifyReply {
  const isForm = request.headers['content-type']?.startsWith(FORM) ?? false;
  return isForm && status === 200 ? reply.redirect(page, 303) : reply.status(status).send(json);
}

export function failure(message: string, field?: string) {
  return { error: { message, ...(field && { field }) } };
}
