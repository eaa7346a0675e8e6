/** Every call that carries a key of ours. A redirect would take it to another host, so none is followed. */
export const askOutside = (url: string | URL, asked: Omit<RequestInit, 'redirect'>) =>
  fetch(url, { ...asked, redirect: 'error' });
