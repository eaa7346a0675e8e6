import { Readable } from 'node:stream';
import type { DocumentType } from '@portside/contract/endpoint';
import type { FastifyReply } from 'fastify';
import type { Document } from './document.ts';

/** As an attachment, so that it never runs as a page of ours. */
export function sendDocument(reply: FastifyReply, type: DocumentType, { file }: Document) {
  const { fileName, content } = file;
  const whole = typeof content === 'string' || Buffer.isBuffer(content);
  return reply
    .type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(whole ? content : Readable.from(content));
}
