import type { Endpoint } from '@portside/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Document } from './document.ts';
import { Refused } from './no.ts';
import { refusalOf } from './problems.ts';
import { sendDocument } from './send-document.ts';

/** What a verb answered, for Fastify to return: a refusal, a document or JSON. Kept by nobody. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: unknown,
): unknown {
  reply.header('cache-control', 'no-store');
  if (answer instanceof Refused) {
    return reply
      .status(422)
      .type('application/json')
      .serializer(JSON.stringify)
      .send(refusalOf(endpoint, answer, request));
  }
  if (endpoint.document && answer instanceof Document) {
    return sendDocument(reply, endpoint.document, answer);
  }
  return answer;
}
