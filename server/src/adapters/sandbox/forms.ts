import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const FORM = 'application/x-www-form-urlencoded';

/** Lets the routes of this plugin take forms as well as JSON. */
export function acceptForms(http: FastifyInstance): void {
  http.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

/** One text of a posted form or JSON body, trimmed; empty when it is not there. */
export function posted(request: FastifyRequest, field: string): string {
  const body: unknown = request.body;
  const value = typeof body === 'object' && body !== null && Reflect.get(body, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** A form goes back to its page; a program gets the JSON. */
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

/** What went wrong, in the provider's shape. */
export function failure(message: string, field?: string) {
  return { error: { message, ...(field && { field }) } };
}
