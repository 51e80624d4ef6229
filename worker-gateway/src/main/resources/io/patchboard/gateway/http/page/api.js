// What the page knows of the server: its public HTTP API, and nothing else.

const ROOT = new URL('../', import.meta.url);
const TOKEN = 'patchboard.token';
const TRIES = 5;
const AGAIN_MILLIS = 1000;
const REFUSED_MILLIS = 30000;

/** An answer that is no success: a problem document, or one that is made of what came. Status 0: nothing came. */
export class Problem extends Error {
  constructor(status, document) {
    super(document.detail || document.title || `The server answered ${status}.`);
    this.status = status;
    this.document = document;
  }
}

/** Tells the page how the server is: `lost` while it does not answer, `locked` while it wants another token. */
export const server = Object.assign(new EventTarget(), {lost: false, locked: false});

function tell(change) {
  if (Object.keys(change).some((name) => server[name] !== change[name])) {
    Object.assign(server, change);
    server.dispatchEvent(new Event('change'));
  }
}

/** Kept until the tab is closed; never in an address or a cookie. */
export function useToken(token) {
  sessionStorage.setItem(TOKEN, token.trim());
  tell({locked: false});
}

export const pause = (millis, signal) => new Promise((resolve, reject) => {
  const cut = () => {
    clearTimeout(timer);
    reject(signal.reason);
  };
  const timer = setTimeout(() => {
    signal?.removeEventListener('abort', cut);
    resolve();
  }, millis);
  signal?.addEventListener('abort', cut, {once: true});
});

/** A number's digits, without zeros that say nothing, and where its point is. */
function digits(text) {
  const [mantissa, exponent = '0'] = text.toLowerCase().replace('-', '').split('e');
  const [whole, part = ''] = mantissa.split('.');
  const all = (whole + part).replace(/^0+/, '');
  const kept = all.replace(/0+$/, '');
  return `${kept} ${kept ? Number(exponent) - part.length + all.length - kept.length : 0}`;
}

/** JSON as a value, in which numbers that JavaScript would round stay as they are written, where the browser can do that. */
export const exact = (text) => JSON.parse(text, (name, value, {source} = {}) =>
  (typeof value === 'number' && source && JSON.rawJSON && digits(source) !== digits(String(value)) ? JSON.rawJSON(source) : value));

/** JSON that somebody wrote, to be sent as it is. */
export class Written {
  constructor(text) {
    JSON.parse(text);
    this.text = text;
  }
}

/** As JSON.stringify, with what was written as it was written. */
function stringify(value) {
  if (value instanceof Written) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => stringify(item ?? null)).join(',')}]`;
  }
  if (value !== null && typeof value === 'object' && !JSON.isRawJSON?.(value)) {
    return `{${Object.entries(value).filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${JSON.stringify(name)}:${stringify(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

async function problem(response) {
  const text = await response.text();
  try {
    return new Problem(response.status, JSON.parse(text));
  } catch {
    return new Problem(response.status, {detail: `The server answered ${response.status} ${response.statusText}.`});
  }
}

async function send(path, options) {
  const headers = new Headers(options.headers);
  const token = sessionStorage.getItem(TOKEN);
  if (token) {
    try {
      headers.set('Authorization', `Bearer ${token}`);
    } catch {
      sessionStorage.removeItem(TOKEN);
      tell({locked: true});
      throw new Problem(401, {detail: 'The token has a character that none can have. Was it copied as it is?'});
    }
  }
  let response;
  try {
    response = await fetch(new URL(path, ROOT), {...options, headers, cache: 'no-store', redirect: 'error'});
  } catch (failure) {
    if (options.signal?.aborted) {
      throw failure;
    }
    tell({lost: true});
    throw new Problem(0, {detail: 'The server does not answer.'});
  }
  tell({lost: false});
  if (response.status === 401 && !options.isGuest) {
    tell({locked: true});
  }
  if (!response.ok) {
    throw Object.assign(await problem(response), {retryAfter: Number(response.headers.get('Retry-After')) || 0});
  }
  return response;
}

/** What the server has no room for now is asked for again, as it says. */
async function patiently(path, options) {
  for (let tried = 1; ; tried++) {
    try {
      const response = await send(path, options);
      return {body: exact(await response.text()), headers: response.headers};
    } catch (failure) {
      if (failure.status !== 503 || tried === TRIES) {
        throw failure;
      }
      await pause(Math.max(250 * tried, 1000 * Math.min(failure.retryAfter, 2)), options.signal);
    }
  }
}

/** Reads what is no JSON. */
export const bytes = async (path) => (await send(path, {})).blob();

/** Reads. A guest has a capability, and is asked for no token. */
export const read = (path, {signal, isGuest} = {}) => patiently(path, {signal, isGuest});

/** Asks something that takes a body, and changes nothing. */
export const ask = (path, body, {type = 'application/json', signal} = {}) => patiently(path, {
  method: 'POST', signal, headers: {'Content-Type': type}, body: typeof body === 'string' ? body : stringify(body),
});

const newKey = () => crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), 'page-');

/**
 * Writes what one person wants, once: pressed again after no answer came, the same counts as the same. What was answered,
 * or is other than before, is another request.
 */
export class Writer {
  #sent = null;

  async write(path, body, type = 'application/json', {isGuest} = {}) {
    const text = typeof body === 'string' ? body : stringify(body);
    const what = `${path} ${text}`;
    if (this.#sent?.what !== what) {
      this.#sent = {what, key: newKey()};
    }
    try {
      const response = await send(path, {
        method: 'POST',
        isGuest,
        headers: {'Content-Type': type, 'Idempotency-Key': this.#sent.key},
        body: text,
      });
      const answer = {status: response.status, body: exact(await response.text())};
      this.#sent = response.status === 202 ? this.#sent : null;
      return answer;
    } catch (failure) {
      const isAnswer = failure.status >= 400 && failure.status < 500;
      this.#sent = isAnswer ? null : this.#sent;
      throw failure;
    }
  }
}

const idle = (signal) => new Promise((resolve) => {
  const check = () => (signal.aborted || document.visibilityState === 'visible') && done();
  const done = () => {
    document.removeEventListener('visibilitychange', check);
    signal.removeEventListener('abort', check);
    resolve();
  };
  document.addEventListener('visibilitychange', check);
  signal.addEventListener('abort', check);
  check();
});

/** Runs as often as `millis` say, while the tab is looked at. */
export async function repeatedly(millis, signal, work) {
  while (!signal.aborted) {
    await pause(millis, signal).catch(() => {});
    await idle(signal);
    if (!signal.aborted) {
      await work().catch(() => {});
    }
  }
}

/** Lines of an event stream, each event when it is whole. */
async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const {done, value} = await reader.read();
    if (done) {
      return;
    }
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = text.slice(0, end).split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).replace(/^ /, '')]);
      text = text.slice(end + 2);
      const data = fields.filter(([name]) => name === 'data').map(([, value]) => value).join('\n');
      if (data) {
        yield {id: fields.find(([name]) => name === 'id')?.[1], data};
      }
    }
  }
}

/**
 * Tells each entry after `last`, none twice, until it is aborted; goes on where it was cut. What has no id is told, too. Who does not look at the
 * tab holds no connection, of which a browser has few for each server.
 *
 * @param refused told why there is no stream, again with each try, and null once there is one
 */
export async function stream(where, last, signal, heard, refused) {
  while (!signal.aborted) {
    await idle(signal);
    const cut = new AbortController();
    const hide = () => document.visibilityState === 'hidden' && cut.abort();
    const end = () => cut.abort();
    document.addEventListener('visibilitychange', hide);
    signal.addEventListener('abort', end);
    let wait = AGAIN_MILLIS;
    try {
      const response = await send(where, {signal: cut.signal, headers: {Accept: 'text/event-stream', 'Last-Event-ID': String(last)}});
      refused(null);
      for await (const {id, data} of events(response)) {
        last = id ? Number(id) : last;
        heard(JSON.parse(data));
      }
    } catch (failure) {
      // Without an answer: as after the end of a stream, it is asked for again.
      if (failure.status) {
        refused(failure);
        wait = failure.status < 500 ? REFUSED_MILLIS : Math.max(wait, 1000 * failure.retryAfter);
      }
    } finally {
      document.removeEventListener('visibilitychange', hide);
      signal.removeEventListener('abort', end);
    }
    await pause(wait, signal).catch(() => {});
  }
}

/** A log up to a sequence, a line for each entry, exactly as the server has it: numbers that a browser would write anew, too. */
export async function rawLog(where, upTo) {
  const lines = [];
  let last = 0;
  for (let tried = 1; last < upTo && tried <= TRIES; tried++) {
    const cut = new AbortController();
    try {
      const response = await send(where, {signal: cut.signal, headers: {Accept: 'text/event-stream', 'Last-Event-ID': String(last)}});
      for await (const {id, data} of events(response)) {
        lines.push(data, '\n');
        last = Number(id);
        tried = 1;
        if (last >= upTo) {
          break;
        }
      }
    } catch (failure) {
      if (failure.status >= 400 && failure.status < 500) {
        throw failure;
      }
    } finally {
      cut.abort();
    }
    await (last < upTo ? pause(AGAIN_MILLIS) : null);
  }
  if (last < upTo) {
    throw new Problem(0, {detail: `The log could be read up to entry ${last} of ${upTo}, and is not saved. Try again.`});
  }
  return new Blob(lines, {type: 'application/x-ndjson'});
}

export const path = (...parts) => parts.map(encodeURIComponent).join('/');

export function query(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length ? `?${new URLSearchParams(given)}` : '';
}
