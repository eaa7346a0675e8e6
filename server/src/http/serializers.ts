import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

type Serialize = (answer: unknown) => string;

const compiled = new WeakMap<object, Serialize>();

/**
 * What the contract does not name is left out of an answer. Compiled for the first answer and kept:
 * for all calls at once it would be a third of a start.
 */
export const serializers: FastifySerializerCompiler<object> = ({ schema }) => {
  return (answer) => {
    const known = compiled.get(schema);
    if (known) return known(answer);
    const serialize: Serialize = fastJson(schema);
    compiled.set(schema, serialize);
    return serialize(answer);
  };
};
