interface Rules {
  createScriptURL: (url: string) => string;
}

const host = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Rules) => Rules };
};
const named = new Set<string>();
const homes = new Set<string>();
let policy: Rules | undefined;
let hasDefault = false;

/** Only addresses that a call of ours named. */
export function trustedScriptUrl(url: string): string {
  named.add(url);
  const rules: Rules = {
    createScriptURL(asked) {
      if (!named.has(asked)) throw new TypeError('This script is not one of ours to load');
      return asked;
    },
  };
  policy ??= host.trustedTypes?.createPolicy('portside', rules) ?? rules;
  return policy.createScriptURL(url);
}

/**
 * A provider's script may add scripts of its own site and its subdomains. Strings that would become
 * HTML or code stay forbidden to it (decision 0650).
 */
function welcome(url: string): void {
  homes.add(new URL(url, location.href).host);
  if (hasDefault) return;
  host.trustedTypes?.createPolicy('default', {
    createScriptURL(asked) {
      const { protocol, host: from } = new URL(asked, location.href);
      const isHome = [...homes].some((home) => from === home || from.endsWith(`.${home}`));
      if (protocol !== 'https:' || !isHome) throw new TypeError('This script is of another site');
      return asked;
    },
  });
  hasDefault = true;
}

const loads = new Map<string, Promise<void>>();

/**
 * A script of a provider's own site, once for a page; what failed may be loaded again.
 *
 * @param options `brings`: it adds more scripts of its site. The page's policy must name `default`.
 */
export function loadOutsideScript(url: string, options: { brings?: boolean } = {}): Promise<void> {
  const known = loads.get(url);
  if (known) return known;
  const load = new Promise<void>((resolve, reject) => {
    if (options.brings) welcome(url);
    const script = document.createElement('script');
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
    if (nonce) script.nonce = nonce;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`The script did not load: ${url}`));
    });
    script.src = trustedScriptUrl(url);
    document.head.append(script);
  });
  loads.set(url, load);
  load.catch(() => loads.get(url) === load && loads.delete(url));
  return load;
}

/** A load without an answer: the next call begins another. */
export function forgetLoad(url: string): void {
  loads.delete(url);
}
