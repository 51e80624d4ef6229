/**
 * PatchBoard over HTTP. One file without dependencies, for Node 20 or newer, Deno, Bun and browsers: copy it beside your
 * program.
 *
 *     const board = new PatchBoard('http://127.0.0.1:8080');
 *     await board.create(blueprint, {boardId: 'notes-1'});
 *     await board.propose('notes-1', 'guest', [{op: 'add', path: '/notes/-', value: 'Milk'}]);
 *     for await (const entry of board.follow('notes-1')) console.log(entry.sequence, entry.type);
 *
 * Every request that changes something has an id of its own, so that it is sent again without harm while the server is
 * away: for `patience` milliseconds from the first failure, after which the last one is thrown. It may be done by then: `ids`
 * of what is thrown has the id, and with it (`propose(..., {...failure.ids})`) it is the same request. Whatever is not decided
 * at once is waited for as long. Entries are as docs/log-and-hashes.md has them; numbers are those of JSON.parse.
 */

export type Json = null | boolean | number | string | Json[] | {[name: string]: Json};
export type Document = {[name: string]: any};

/** An operation of a JSON Patch (RFC 6902). */
export interface Operation {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  path: string;
  from?: string;
  value?: Json;
}

/** An entry of a board's log; the other members depend on its type. */
export interface Entry extends Document {
  type: string;
  boardId: string;
  sequence: number;
  version: number;
  time: string;
}

/** What a worker is asked. */
export interface Invocation extends Document {
  invocationId: string;
  boardId: string;
  worker: string;
  instruction: string;
  view: Document;
  deadline: string;
  leaseUntil: string;
}

export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  cost?: number;
  model?: string;
}

/** An Ed25519 signature, with the id of the command or proposal that was signed; docs/security.md says what is signed. */
export interface Signature {
  audience: string;
  key: string;
  value: string;
}

/** A patch, or why there is none. A worker that signs gives proposalId and signature, over the answer as it is here. */
export interface Answer {
  proposalId?: string;
  signature?: Signature;
  patch?: Operation[];
  usage?: Usage;
  error?: string;
  failure?: {class: string; message: string; retryAfter?: string};
}

export interface Options {
  token?: string;
  /** How long a server that is away, or a decision, is waited for, in milliseconds. */
  patience?: number;
}

interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: string | null;
}

type Query = {[name: string]: string | number | boolean | undefined};

const AWAY = [408, 429, 502, 503, 504];
const UNKNOWN = 500; // whether it was done
const TOO_LARGE = 507;
const REFUSED = [400, 413, 422];
const LOST = [403, 404, 409, 410];
const ATTEMPT_MILLIS = 75_000;
const SILENCE_MILLIS = 45_000;

export const ENDS = ['BoardCompleted', 'BoardHalted', 'BoardCancelled'];

const VERBS: {[verb: string]: string} = {
  pause: '/v1/boards/{id}/pause',
  resume: '/v1/boards/{id}/resume',
  cancel: '/v1/boards/{id}/cancel',
  reopen: '/v1/boards/{id}/reopen',
  edit: '/v1/boards/{id}/edit',
  marks: '/v1/boards/{id}/marks',
  restore: '/v1/boards/{id}/restore',
  fork: '/v1/boards/{id}/fork',
  blueprint: '/v1/boards/{id}/blueprint',
};

/** The server did not do it. `document` is its problem document (RFC 9457), `status` that of HTTP. */
export class Problem extends Error {
  readonly status: number;
  readonly document: Document;
  readonly ids: {commandId?: string; proposalId?: string} = {};

  constructor(status: number, document: Document) {
    super(document.detail ?? document.title ?? `HTTP ${status}`);
    this.name = new.target.name;
    this.status = status;
    this.document = document;
  }
}

/** The kernel refused it. `stage`, `code` and `pointer` say where and why, the message what would be right. */
export class Rejected extends Problem {
  get stage(): string {
    return this.document.stage;
  }

  get code(): string {
    return this.document.code;
  }

  get pointer(): string {
    return this.document.pointer;
  }

  get errors(): {pointer: string; message: string}[] {
    return this.document.errors ?? [];
  }
}

/** A server of PatchBoard. */
export class PatchBoard {
  readonly url: string;
  readonly #token: string | undefined;
  readonly #patience: number;

  constructor(url = 'http://127.0.0.1:8080', {token, patience = 60_000}: Options = {}) {
    if (!/^(https?:\/\/|\/|$)/i.test(url)) {
      throw new TypeError(`Expected a URL such as http://127.0.0.1:8080, but got ${url}.`);
    }
    this.url = url.replace(/\/+$/, '');
    this.#token = token;
    this.#patience = patience;
  }

  // Boards

  /**
   * Makes a board, and returns what was made: boardId (the server's where none is given), sequence, version. Rejected.errors
   * has all that is wrong.
   */
  create(blueprint: Document, more: {boardId?: string; input?: Json; labels?: Document; commandId?: string; by?: string; reason?: string;
    signature?: Signature} = {}): Promise<Document> {
    return this.#decided('POST', '/v1/boards', {}, identified('commandId', {blueprint, ...more}));
  }

  /** All boards, in parts as they are asked for. Filters: phase, blueprint, worker, label, index, degraded, q, order, needsPerson, limit. */
  async *boards(filters: Query = {}): AsyncGenerator<Document> {
    let cursor: string | undefined;
    do {
      const part = await this.#get('/v1/boards', {}, {...filters, cursor});
      yield* part.boards;
      cursor = part.next;
    } while (cursor);
  }

  /** Phase, version, what it waits for, what it used. */
  board(id: string): Promise<Document> {
    return this.#get('/v1/boards/{id}', {id});
  }

  /** The state, or that of a version. `minSequence` waits until the server knows the log that far. */
  state(id: string, query: {version?: number; minSequence?: number} = {}): Promise<any> {
    return this.#get('/v1/boards/{id}/state', {id}, query);
  }

  /** The patch that leads from one version to another, and its steps with the old values. */
  diff(id: string, from: number, to?: number): Promise<Document> {
    return this.#get('/v1/boards/{id}/diff', {id}, {from, to});
  }

  /** The entries so far, in parts as they are asked for: of 1,000, or of fewer where those are too large together. */
  async *log(id: string, {kind}: {kind?: string} = {}): AsyncGenerator<Entry> {
    let limit = 1_000;
    for (let after: string | null = '0'; after;) { // of a rare kind a part may be empty, and is not the last
      const query = {from: Number(after) + 1, kind, limit};
      let part: {document: any; headers: Headers};
      try {
        part = await this.#again('GET', '/v1/boards/{id}/log', {id}, undefined, query);
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.status !== TOO_LARGE || limit === 1) {
          throw problem;
        }
        limit = Math.floor(limit / 2);
        continue;
      }
      yield* part.document as Entry[];
      after = part.headers.get('PatchBoard-As-Of');
    }
  }

  /** One entry, with the view that its worker was shown. */
  entry(id: string, sequence: number): Promise<Document> {
    return this.#get('/v1/boards/{id}/entries/{sequence}', {id, sequence});
  }

  /** The entries that led to this one, and those that it led to. */
  why(id: string, sequence: number): Promise<Document> {
    return this.#get('/v1/boards/{id}/causes/{sequence}', {id, sequence});
  }

  /**
   * The entries behind the sequence `after`, and then each as it comes, without end. A server that went away is asked again
   * from where it was: no entry is left out or comes twice. Throws why when it is aborted.
   */
  async *follow(id: string, {after = 0, signal}: {after?: number; signal?: AbortSignal} = {}): AsyncGenerator<Entry> {
    let lost = 0;
    for (;;) {
      signal?.throwIfAborted();
      const request = this.#request('GET', '/v1/boards/{id}/log', {id}, undefined, {},
        {Accept: 'text/event-stream', 'Last-Event-ID': String(after)});
      let failure: unknown;
      try {
        for await (const entry of this.#stream(request, signal)) {
          lost = 0;
          if (entry && entry.sequence > after) {
            after = entry.sequence;
            yield entry;
          }
        }
        failure = new Error('The stream has ended.');
      } catch (problem) {
        if (signal?.aborted || (problem instanceof Problem && !AWAY.includes(problem.status))) {
          throw problem;
        }
        failure = problem;
      }
      lost ||= Date.now();
      if (Date.now() - lost > this.#patience) {
        throw failure;
      }
      await sleep(500);
    }
  }

  /** Entries, and nothing for each sign of life between them. */
  async *#stream(request: Sent, signal?: AbortSignal): AsyncGenerator<Entry | undefined> {
    const quiet = new AbortController();
    const end = () => quiet.abort(signal?.reason);
    signal?.addEventListener('abort', end);
    let timer = setTimeout(end, SILENCE_MILLIS);
    try {
      const response = await send(request, quiet.signal);
      const reader = response.body!.getReader();
      try {
        const decoder = new TextDecoder();
        let text = '';
        for (;;) {
          const {done, value} = await reader.read();
          if (done) {
            return;
          }
          clearTimeout(timer);
          timer = setTimeout(end, SILENCE_MILLIS);
          text += decoder.decode(value, {stream: true});
          const events = text.split(/\r?\n\r?\n/);
          text = events.pop()!;
          for (const event of events) {
            const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart());
            yield data.length ? JSON.parse(data.join('\n')) : undefined;
          }
        }
      } finally {
        reader.cancel().catch(() => {});
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  /** The first entry of these types behind the sequence `after`, waited for however long it takes: the board's end. */
  async wait(id: string, types: string[] = ENDS, after = 0): Promise<Entry> {
    for await (const entry of this.follow(id, {after})) {
      if (types.includes(entry.type)) {
        return entry;
      }
    }
    throw new Error('The stream has ended.');
  }

  /**
   * `pause`, `resume`, `cancel`, `reopen`, `edit`, `marks`, `restore`, `fork`, `blueprint`: with what docs/http.md has for
   * each, such as reason. Returns the entry of the log.
   */
  async command(id: string, verb: string, body: Document = {}): Promise<Document> {
    const path = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (path === undefined) {
      throw new TypeError(`Expected one of ${Object.keys(VERBS).join(', ')}, but got ${verb}.`);
    }
    return this.#decided('POST', path, {id}, identified('commandId', body));
  }

  // Proposals

  /**
   * Proposes a patch in a worker's name, and returns the PatchCommitted entry, or throws Rejected. Where a gate holds it for
   * a person, the reply has `status: 'held'`.
   */
  propose(id: string, worker: string, patch: Operation[],
    more: {viewHash?: string; invocationId?: string; usage?: Usage; proposalId?: string; signature?: Signature} = {}): Promise<Document> {
    return this.#decided('POST', '/v1/boards/{id}/proposals', {id}, identified('proposalId', {worker, patch, ...more}));
  }

  /** What would become of a patch; nothing is sent to the board. */
  dryRun(id: string, worker: string, patch: Operation[]): Promise<Document> {
    return this.#decided('POST', '/v1/boards/{id}/proposals', {id}, {worker, patch}, {dryRun: true});
  }

  /** What boards' proposals would have come to under another blueprint. */
  whatIf(blueprint: Document, boards: string[], mode: 'each' | 'onward' = 'each'): Promise<Document> {
    return this.#decided('POST', '/v1/what-if', {}, {blueprint, boards, mode});
  }

  // Work

  /** Takes invocations of a queue, waiting for the first. Each is yours until its leaseUntil. */
  async poll(queue: string, {wait = 'PT30S', ...more}: {wait?: string; max?: number; lease?: string; workers?: string[]; checkpoints?: boolean} = {}): Promise<Invocation[]> {
    return (await this.#decided('POST', '/v1/queues/{queue}/poll', {queue}, {wait, ...more})).invocations;
  }

  /**
   * Answers an invocation with a patch, or says why not. Returns the entry on record, or throws Rejected: the kernel then
   * invites anew, with the reason in the view, as long as attempts are left.
   */
  answer(invocation: Invocation, answer: Answer): Promise<Document> {
    return this.#decided('POST', '/v1/invocations/{id}/answer', {id: invocation.invocationId}, answer as Document,
      {boardId: invocation.boardId, worker: invocation.worker});
  }

  /** Says how far you are, and has the invocation for as long once more. The next attempt is given the checkpoint. */
  progress(invocation: Invocation, said: {progress?: string; checkpoint?: unknown}): Promise<Document> {
    return this.#decided('POST', '/v1/invocations/{id}/progress', {id: invocation.invocationId}, said as Document);
  }

  /**
   * Polls a queue and answers with what `worker` returns, nothing being no change. What it throws is the answer's error, and
   * so is why its answer cannot be one. An answer that is not taken any more, or not by this server, is passed over. Ends when
   * it is aborted.
   */
  async serve(queue: string, worker: (invocation: Invocation) => Answer | undefined | Promise<Answer | undefined>,
    {signal, ...options}: {signal?: AbortSignal; lease?: string; workers?: string[]} = {}): Promise<void> {
    while (!signal?.aborted) {
      for (const invocation of await this.poll(queue, {wait: 'PT10S', ...options})) {
        let said: Answer;
        try {
          said = (await worker(invocation)) ?? {patch: []};
          json(said); // throws what could not be sent
        } catch (failure) {
          said = {error: String(failure)};
        }
        try {
          await this.answer(invocation, said).catch((problem) => {
            if (problem instanceof Rejected || !(problem instanceof Problem && REFUSED.includes(problem.status))) {
              throw problem;
            }
            return this.answer(invocation, {error: String(problem)});
          });
        } catch (problem) {
          if (!(problem instanceof Rejected) && !(problem instanceof Problem && LOST.includes(problem.status))) {
            throw problem;
          } // else the log has the reason, and so has the next view; or the invocation is lent again
        }
      }
    }
  }

  // People

  /** All that waits for a person. */
  async *inbox(filters: Query = {}): AsyncGenerator<Document> {
    let cursor: string | undefined;
    do {
      const part = await this.#get('/v1/inbox', {}, {...filters, cursor});
      yield* part.items;
      cursor = part.next;
    } while (cursor);
  }

  /**
   * Decides what waits: `option` is one of the item's options; `modify` goes with patch, `worker` with worker, `raise` with
   * raised. Returns the Decided entry; Rejected where somebody was quicker.
   */
  decide(id: string, item: number, option: string, reason: string, more: Document = {}): Promise<Document> {
    return this.#decided('POST', '/v1/inbox/{id}/{item}', {id, item}, identified('commandId', {option, reason, ...more}));
  }

  /** Allows the patch that a gate holds. */
  approve(id: string, item: number, reason: string): Promise<Document> {
    return this.decide(id, item, 'approve', reason);
  }

  // HTTP

  async #get(path: string, names: Query, query: Query = {}): Promise<any> {
    return (await this.#again('GET', path, names, undefined, query)).document;
  }

  async #decided(method: string, path: string, names: Query, body: Document, query: Query = {}): Promise<any> {
    try {
      return await this.#outcome(method, path, names, body, query);
    } catch (failure) {
      const ids = Object.entries(body).filter(([name]) => name === 'commandId' || name === 'proposalId');
      throw Object.assign(failure as Error, {ids: Object.fromEntries(ids)});
    }
  }

  /** The decision itself, however long it takes within the patience. */
  async #outcome(method: string, path: string, names: Query, body: Document, query: Query): Promise<any> {
    let reply = await this.#again(method, path, names, body, query);
    const until = Date.now() + this.#patience;
    const place = reply.headers.get('Location');
    while (reply.status === 202 && reply.document.status !== 'held' && place) {
      if (Date.now() > until) {
        throw new Problem(202, {detail: `It is sent, and not decided yet; ask again at ${place}.`});
      }
      await sleep(200);
      try {
        reply = await this.#again('GET', place, {}, undefined, {});
      } catch (problem) {
        if (!(problem instanceof Problem) || problem.status !== 404) {
          throw problem;
        }
      }
    }
    const {status, document} = reply;
    const reports = (body.error ?? body.failure ?? null) !== null;
    if (['PatchRejected', 'CommandRejected'].includes(document.type) && !(reports && document.stage === 'WORKER')) {
      throw new Rejected(status, {...document, detail: document.message});
    }
    return document;
  }

  async #again(method: string, path: string, names: Query, body: Document | undefined, query: Query):
    Promise<{status: number; document: any; headers: Headers}> {
    const request = this.#request(method, path, names, body, query, {});
    let lost = 0;
    for (let pause = 100; ; pause = Math.min(2_000, pause * 2)) {
      try {
        const response = await send(request, AbortSignal.timeout(ATTEMPT_MILLIS));
        const text = await response.text();
        return {status: response.status, document: text ? JSON.parse(text) : {}, headers: response.headers};
      } catch (failure) {
        lost ||= Date.now();
        const away = !(failure instanceof Problem) || AWAY.includes(failure.status) || (failure.status === UNKNOWN && method !== 'GET');
        if (failure instanceof SyntaxError || !away || Date.now() - lost >= this.#patience) {
          throw failure;
        }
        pause = Math.max(pause, Math.min(5_000, 1_000 * ((failure as Problem).document?.retryAfter ?? 0)));
      }
      await sleep(pause);
    }
  }

  /** Throws where it cannot be sent, whatever the server does. */
  #request(method: string, path: string, names: Query, body: Document | undefined, query: Query, more: {[name: string]: string}): Sent {
    const place = Object.entries(names).reduce((all, [name, value]) => all.replace(`{${name}}`, encodeURIComponent(String(value))), path);
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) {
        asked.set(name, String(value));
      }
    }
    const headers = new Headers({Accept: 'application/json', ...more});
    if (this.#token) {
      headers.set('Authorization', `Bearer ${this.#token}`);
    }
    if (body !== undefined) {
      headers.set('Content-Type', 'application/json');
    }
    return {url: `${this.url}${place}${asked.size ? `?${asked}` : ''}`, method, headers, body: body ? json(body) : null};
  }
}

async function send({url, ...request}: Sent, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, {...request, signal, redirect: 'manual'}); // a redirect would make a GET of a POST
  if (!response.ok) {
    throw await problem(response);
  }
  return response;
}

async function problem(response: Response): Promise<Problem> {
  const text = await response.text(); // where that breaks off, it is asked again
  let document: Document;
  try {
    document = JSON.parse(text);
  } catch {
    document = {title: `HTTP ${response.status}`};
  }
  if (response.type === 'opaqueredirect' || Math.floor(response.status / 100) === 3) {
    const place = response.headers.get('Location') ?? 'an address that browsers do not tell';
    document.detail = `Expected the server itself, but got a redirect to ${place}. Name that.`;
  }
  const after = Number(response.headers.get('Retry-After') ?? NaN);
  if (after >= 0) {
    document.retryAfter = after;
  }
  return new ('stage' in document ? Rejected : Problem)(response.status, document);
}

/** Under the id that the caller has given, if it is one. */
function identified(name: 'commandId' | 'proposalId', body: Document): Document {
  return {...body, [name]: body[name] || `${name[0]}-${crypto.randomUUID()}`};
}

/** JSON.stringify, which would make null of a number that is none. */
function json(document: unknown): string {
  return JSON.stringify(document, (_, value) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new TypeError(`Expected a number of JSON, but got ${value}.`);
    }
    return value;
  });
}

function sleep(millis: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, millis));
}
