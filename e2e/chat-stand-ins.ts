import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Frame, Page } from '@playwright/test';

/** What the services' scripts do in a page, as far as a policy could mind, and what they were told. */
export type Told = readonly (readonly unknown[])[];

const js = { contentType: 'text/javascript' };

/**
 * Intercom's widget: a small script that loads a large one, which takes the queue over, adds
 * styles, writes HTML into frames of its own, and calls home.
 */
const intercomWidget = `(() => {
  const script = document.createElement('script');
  script.async = true;
  script.src = 'https://js.intercomcdn.com/frame-modern.js';
  document.head.appendChild(script);
})();`;

const intercomFrame = `(() => {
  const told = (window.told = []);
  const listeners = {};
  const style = document.createElement('style');
  style.textContent = '.intercom { position: fixed; inset: 0; width: 100%; height: 100%; border: 0 }';
  document.head.appendChild(style);
  const holder = document.createElement('div');
  holder.innerHTML = '<iframe class="intercom" name="intercom" style="display: none"></iframe>';
  document.body.appendChild(holder);
  const frame = holder.firstChild;
  const draw = (name) => {
    frame.contentDocument.open();
    frame.contentDocument.write('<style>p { color: #204080; padding: 16px; font: 16px sans-serif }</style><p>Messenger for ' + name + '</p><button>Close messenger</button>');
    frame.contentDocument.close();
    const inner = frame.contentDocument.createElement('script');
    inner.src = 'https://js.intercomcdn.com/inner.js';
    frame.contentDocument.body.appendChild(inner);
    frame.contentDocument.querySelector('button').onclick = () => tell('hide');
  };
  const tell = (...args) => {
    const [verb, value] = args;
    if (verb === 'onHide' || verb === 'onUnreadCountChange') { listeners[verb] = value; return; }
    told.push(args);
    if (verb === 'boot') {
      draw(value.name || 'a visitor');
      document.cookie = 'intercom-session-' + value.app_id + '=1; path=/';
      fetch('https://api-iam.intercom.io/messenger/web/ping', { method: 'POST' }).then((answer) => (window.pinged = answer.status));
    }
    if (verb === 'show') frame.style.display = 'block';
    if (verb === 'hide' && frame.style.display === 'block') { frame.style.display = 'none'; listeners.onHide?.(); }
    if (verb === 'shutdown') { frame.style.display = 'none'; frame.contentDocument.body.innerHTML = ''; }
    if (verb === 'later') listeners.onUnreadCountChange?.(value);
  };
  const early = window.Intercom.q;
  window.Intercom = tell;
  early.forEach((args) => tell(...args));
})();`;

/** Says to its frame and to the page what only those two say to each other. */
const knock = `for (const say of ['closed', 'shutdown', 'hide', 'failed']) {
  parent.postMessage({ say }, '*');
  top.postMessage({ say }, '*');
}`;

/** Intercom's addresses, answered in the browser. */
export async function playIntercom(context: BrowserContext): Promise<{ asked: string[] }> {
  const asked: string[] = [];
  await context.route(/^https:\/\/(widget|js|api-iam)\.intercom/, async (route) => {
    const url = route.request().url();
    asked.push(url);
    if (url.includes('/widget/')) return route.fulfill({ ...js, body: intercomWidget });
    if (url.endsWith('frame-modern.js')) return route.fulfill({ ...js, body: intercomFrame });
    if (url.endsWith('inner.js')) {
      return route.fulfill({ ...js, body: 'document.body.dataset.inner = "ran"' });
    }
    if (url.endsWith('knock.js')) return route.fulfill({ ...js, body: knock });
    return route.fulfill({
      status: 200,
      headers: { 'access-control-allow-origin': '*' },
      body: '{}',
    });
  });
  return { asked };
}

const chatwootSdk = `(() => {
  const told = (window.told = []);
  const say = (event) => window.dispatchEvent(new CustomEvent(event));
  window.chatwootSDK = {
    run({ baseUrl, websiteToken }) {
      told.push(['run', { baseUrl, websiteToken }, { ...window.chatwootSettings }]);
      const style = document.createElement('style');
      style.innerHTML = '.woot-widget-holder { position: fixed; inset: 0 } .woot--hide { visibility: hidden } .woot-widget-holder iframe { width: 100%; height: 100%; border: 0 }';
      document.body.appendChild(style);
      const holder = document.createElement('div');
      holder.className = 'woot-widget-holder woot--hide';
      const frame = document.createElement('iframe');
      frame.id = 'chatwoot_live_chat_widget';
      const address = baseUrl + '/widget?website_token=' + websiteToken;
      frame.src = address;
      holder.appendChild(frame);
      document.body.appendChild(holder);
      window.onmessage = ({ data }) => {
        if (data === 'chatwoot-widget:loaded') { document.cookie = 'cw_conversation=1; path=/'; say('chatwoot:ready'); }
        if (data === 'chatwoot-widget:closed') { window.$chatwoot.isOpen = false; holder.classList.add('woot--hide'); say('chatwoot:closed'); }
      };
      window.$chatwoot = {
        isOpen: false,
        setUser(...args) {
          told.push(['setUser', ...args]);
          frame.contentWindow.postMessage('user:' + args[1].name, '*');
        },
        reset() { told.push(['reset']); frame.src = address; },
        toggle(state) {
          told.push(['toggle', state]);
          this.isOpen = state === 'open';
          holder.classList.toggle('woot--hide', !this.isOpen);
          say(this.isOpen ? 'chatwoot:opened' : 'chatwoot:closed');
        },
      };
    },
  };
})();`;

const chatwootWidget = `<!doctype html><title>Chat</title><p>Chatwoot for <b>a visitor</b></p>
<button>Close widget</button><script>
  addEventListener('message', ({ data }) => {
    if (String(data).startsWith('user:')) document.querySelector('b').textContent = data.slice(5);
  });
  document.querySelector('button').onclick = () => parent.postMessage('chatwoot-widget:closed', '*');
  parent.postMessage('chatwoot-widget:loaded', '*');
</script>`;

/** A small Chatwoot: its SDK, and its widget for one website token. */
export async function openChatwootServer(websiteToken: string) {
  const server = createServer(({ url }, response) => {
    const known = new Map([
      ['/packs/js/sdk.js', ['text/javascript', chatwootSdk]],
      [`/widget?website_token=${websiteToken}`, ['text/html', chatwootWidget]],
    ]);
    const [type = 'text/plain', body = 'not found'] = known.get(url ?? '') ?? [];
    response.writeHead(known.has(url ?? '') ? 200 : 404, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

export function serviceFrame(page: Page): Frame {
  const frame = page.frames().find((one) => new URL(one.url()).pathname === '/chat-frame');
  if (!frame) throw new Error('The page has no chat frame');
  return frame;
}

export async function toldTo(page: Page): Promise<Told> {
  const frame = page.frames().find((one) => one.url().endsWith('/chat-frame'));
  if (!frame) return [];
  return (await frame.evaluate(() => (window as { told?: Told }).told)) ?? [];
}
