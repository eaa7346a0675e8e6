import type { ApiDescription } from '../openapi-requests.ts';

/** `MessageStatus` of the SDK is `message_enum_status` of the description. */
export function enumOf({ components }: ApiDescription, type: string): string[] | undefined {
  const [object = '', ...rest] = type.split(/(?=[A-Z])/).map((part) => part.toLowerCase());
  const { schemas = {} } = (components ?? {}) as {
    schemas?: Record<string, { enum?: string[] }>;
  };
  return schemas[`${object}_enum_${rest.join('_')}`]?.enum;
}
