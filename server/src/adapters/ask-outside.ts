/** Every call that carries a key of ours. A redirect would take it to another host, so none is followed. */
export const askOutside = (url: string | URL, asked: Omit<RequestInit, 'redirect'>) =>
  fetch(url, { ...asked, redirect: 'error' });

const notConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Of a call that failed: there was no connection, so nothing was done. */
export function neverSent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return notConnected.has(String(cause?.code));
}
