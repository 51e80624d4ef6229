// A board: its entries, the slider over its versions, the state as of it, and the entry that made it so.

import {html, nothing} from './lit/lit-html.js';
import {live} from './lit/directives/live.js';
import {repeat} from './lit/directives/repeat.js';
import {Actions} from './actions.js';
import {path, pause, query, rawLog, read} from './api.js';
import {details, line} from './entry.js';
import {ValueHistory} from './history.js';
import {Found, Log} from './log.js';
import {Window, count, failed, phase, short, when} from './parts.js';
import {slider} from './slider.js';
import {Tree, at, counted, differ} from './tree.js';
import {board, waits} from './waits.js';

const ROW = 46;
const KINDS = [['all', ''], ['commits', 'PatchCommitted'], ['rejections', 'PatchRejected'], ['invitations', 'WorkerInvoked']];
const PANES = [['timeline', 'Timeline'], ['state', 'State'], ['entry', 'Entry']];
const HEARD_MILLIS = 150;
const REFRESH_MILLIS = 1000;
const SLIDE_MILLIS = 120;
const LONG = 2000;
const AGAIN_MILLIS = 2000;

export class BoardView {
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = id;
    this.log = new Log(id, app.update);
    this.rows = new Window(app.update, ROW);
    this.states = new Map();
    this.tree = new Tree(app.update, 'State', (p) => this.#go({p, h: 1}));
    this.history = new ValueHistory(id, app.update);
    this.trees = {view: new Tree(app.update, 'View'), raw: new Tree(app.update, 'Entry'), result: new Tree(app.update, 'Result')};
    this.actions = new Actions(id, app.update, (entry, to) => (to ? app.go(`#/boards/${path(to)}`) : this.#done(entry)));
    this.pane = 'timeline';
    this.#start();
  }

  get #at() {
    return `v1/boards/${path(this.id)}`;
  }

  async #start() {
    try {
      await this.#refresh();
      if (!this.isFollowing) {
        this.isFollowing = true;
        this.log.total = this.status.sequence;
        this.log.follow((entry) => this.#heard(entry));
      }
      const {body} = await read(`${this.#at}/log${query({kind: 'BoardCreated', limit: 1})}`);
      this.created = body[0];
      this.first = this.created?.version ?? 0;
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
      if (failure.status === 0 || failure.status >= 500) {
        pause(AGAIN_MILLIS, this.log.stop.signal).then(() => this.#start(), () => {});
      }
    }
    this.app.update();
    this.#choose();
  }

  /** Shows what a person's action led to. */
  async #done(entry) {
    await this.#refresh();
    this.log.total = Math.max(this.log.total, this.status.sequence);
    this.#go({e: entry.sequence, v: entry.version, b: undefined});
  }

  async #download() {
    this.app.say('Reading the log …');
    try {
      const place = document.createElement('a');
      place.href = URL.createObjectURL(await rawLog(`${this.#at}/log`, this.status.sequence));
      place.download = `${this.id.replaceAll(/[^\w.-]/g, '_')}.ndjson`;
      place.click();
      this.app.say(`The log is in ${place.download}, an entry a line.`);
      setTimeout(() => URL.revokeObjectURL(place.href), 60000);
    } catch (failure) {
      this.app.say(failure.message);
    }
  }

  async #refresh() {
    this.status = (await read(this.#at)).body;
    this.app.update();
  }

  /** What comes while one looks: the timeline grows at its end, and only who stands there moves on. */
  #heard(entry) {
    this.found?.add(entry);
    this.app.update();
    const since = Date.now() - (this.refreshed ?? 0);
    this.pending ??= setTimeout(async () => {
      this.pending = null;
      this.refreshed = Date.now();
      await this.#refresh().catch(() => {});
      if (!this.shown.e && !this.shown.v) {
        this.#choose();
      }
    }, Math.max(HEARD_MILLIS, REFRESH_MILLIS - since));
  }

  close() {
    this.log.close();
    clearTimeout(this.pending);
    clearTimeout(this.dragging);
    this.stateRead?.abort();
    this.history.close();
  }

  show(parameters) {
    const number = (name) => (parameters.get(name) === null ? undefined : Number(parameters.get(name)));
    const kind = parameters.get('k') ?? '';
    this.shown = {v: number('v'), e: number('e'), b: number('b'), k: kind, p: parameters.get('p'), h: parameters.get('h') ?? undefined};
    if (kind !== (this.found?.kind ?? '')) {
      this.found = kind ? new Found(this.log, kind) : null;
      this.revealed = null;
    }
    this.#choose();
  }

  /** The address of this board with something else shown. */
  #go(change, {replace = true} = {}) {
    const {k, ...rest} = {...this.shown, p: undefined, h: undefined, ...change};
    this.app.go(`#/boards/${path(this.id)}${query({...rest, k: k || undefined})}`, {replace});
  }

  /** Finds out what the address means: which version, which entry. */
  async #choose() {
    if (!this.status) {
      return;
    }
    const {shown} = this;
    const latest = this.status.version;
    const version = shown.v ?? (shown.e && (await this.log.entry(shown.e).catch(() => undefined))?.version) ?? latest;
    if (shown !== this.shown) {
      return;
    }
    this.version = Math.min(version, latest);
    this.app.update();
    this.history.show(shown.h ? shown.p : null, this.version);
    this.#readState(this.version, shown.b ?? Math.max(this.first ?? 0, this.version - 1));
    try {
      const sequence = shown.e ?? (shown.v === undefined ? this.status.sequence : (await this.log.ofVersion(shown.v, latest))?.sequence);
      if (shown === this.shown && sequence) {
        await this.#readEntry(sequence);
      }
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
    }
    this.app.update();
  }

  async #state(version, signal) {
    if (!this.states.has(version)) {
      const {body, headers} = await read(`${this.#at}/state${query({version})}`, {signal});
      this.states.set(version, {value: body, viewHash: headers.get('PatchBoard-View-Hash')});
      if (this.states.size > 8) {
        this.states.delete(this.states.keys().next().value);
      }
    }
    return this.states.get(version);
  }

  async #readState(version, base) {
    const key = `${version} ${base}`;
    if (this.stateKey === key) {
      this.#place();
      return;
    }
    this.stateKey = key;
    this.stateRead?.abort();
    this.stateRead = new AbortController();
    const {signal} = this.stateRead;
    try {
      const now = await this.#state(version, signal);
      const before = base >= (this.first ?? 1) && base !== version ? await this.#state(base, signal) : now;
      if (!signal.aborted) {
        this.stateFailure = null;
        this.state = {version, base, now: now.value, viewHash: now.viewHash, change: differ(before.value, now.value)};
        this.#place();
      }
    } catch (failure) {
      if (!signal.aborted) {
        this.stateFailure = failure;
        this.stateKey = '';
        if (failure.status === 0 || failure.status >= 500) {
          pause(AGAIN_MILLIS, signal).then(() => this.#readState(version, base), () => {});
        }
      }
    }
    this.app.update();
  }

  #place() {
    if (this.shown.p && this.shown.p !== this.tree.place) {
      this.tree.reveal(this.shown.p);
      this.app.update(() => document.querySelector('.node.place')?.scrollIntoView({block: 'center'}));
    } else if (!this.shown.p) {
      this.tree.place = null;
    }
  }

  async #readEntry(sequence) {
    this.selected = sequence;
    if (this.revealed !== sequence) {
      this.revealed = sequence;
      this.app.update(() => this.rows.reveal(this.#list.rowOf(sequence)));
    }
    if (this.entry?.entry.sequence === sequence && this.entry.asOf === this.status.sequence) {
      return;
    }
    const {body: entry} = await read(`${this.#at}/entries/${sequence}`);
    const {body: causes} = this.#mayAskForCauses() ? await read(`${this.#at}/causes/${sequence}`) : {};
    if (this.selected === sequence) {
      this.entry = {...entry, causes, blueprint: this.created?.blueprint, asOf: this.status.sequence};
      this.app.update();
    }
  }

  /** They cost the server a look at the whole log: not for each entry of a long one that comes by. */
  #mayAskForCauses() {
    return this.shown.e !== undefined || this.shown.v !== undefined || this.status.sequence < LONG || this.status.phase !== 'open';
  }

  get #list() {
    return this.found ?? this.log;
  }

  /** An entry of the timeline, and the version that it left behind. */
  async #select(sequence) {
    const entry = await this.log.entry(sequence);
    if (entry) {
      this.pane = this.pane === 'timeline' ? 'timeline' : 'entry';
      this.#go({e: sequence, v: entry.version}, {replace: this.shown.e !== undefined});
    }
  }

  /** Shows where the slider is at once, and reads what was then when it comes to rest. */
  #drag(version) {
    this.version = version;
    clearTimeout(this.dragging);
    this.dragging = setTimeout(() => this.#slide(version), SLIDE_MILLIS);
    this.app.update();
  }

  #slide(version) {
    this.#go({v: Math.max(this.first ?? 0, Math.min(this.status.version, version)), e: undefined});
  }

  key(event) {
    if (!this.status) {
      return false;
    }
    const row = this.selected ? this.#list.rowOf(this.selected) : this.#list.total;
    const nextRow = row + ({j: 1, ArrowDown: 1, k: -1, ArrowUp: -1}[event.key] ?? 0);
    if (nextRow !== row) {
      const entry = this.#list.at(Math.max(0, Math.min(this.#list.total - 1, nextRow)));
      if (entry) {
        this.#select(entry.sequence);
      }
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      this.#slide(this.version + (event.key === 'ArrowLeft' ? -1 : 1));
    } else if (event.key === '[' || event.key === ']') {
      this.log.next('PatchRejected', this.selected ?? this.log.total, event.key === ']')
        .then((found) => (found ? this.#select(found) : this.app.say('There is no other rejection that way.')));
    } else if (event.key === 'l') {
      this.#live();
    } else if (event.key === 'd') {
      document.getElementById('base').focus();
    } else {
      return false;
    }
    return true;
  }

  #live() {
    this.revealed = null;
    this.#go({v: undefined, e: undefined, b: undefined});
  }

  rendered() {
    const scroller = document.getElementById('timeline');
    this.rows.attach(scroller);
    if (this.status) {
      this.#list.look(...this.rows.range(this.#list.total));
    }
  }

  template() {
    const {status} = this;
    if (!status) {
      return html`<section class="board"><h1>${this.id}</h1>${this.failure ? failed(this.failure) : html`<p class="muted">Reading …</p>`}</section>`;
    }
    return html`
      <section class="board" data-pane=${this.pane} aria-label="Board">
        ${this.#head()}
        ${failed(this.failure ?? this.stateFailure ?? this.log.failure ?? this.found?.failure)}
        <nav class="panes" aria-label="Parts">${PANES.map(([name, title]) => html`
          <button type="button" aria-pressed=${this.pane === name} @click=${() => { this.pane = name; this.app.update(); }}>${title}</button>`)}</nav>
        <div class="pane-timeline">${this.#timeline()}</div>
        <div class="pane-state">${this.#stateAt()}</div>
        <div class="pane-entry" tabindex="0" role="region" aria-label="Entry">${this.entry
          ? details(this.entry, (sequence) => this.#select(sequence), (p) => { this.pane = 'state'; this.#go({p}); }, this.trees)
          : html`<p class="muted">Reading …</p>`}</div>
        ${slider({version: this.version, first: this.first, latest: status.version, isLive: this.shown.v === undefined && this.shown.e === undefined},
    {drag: (to) => this.#drag(to), slide: (to) => this.#slide(to), follow: () => this.#live()})}
        ${this.actions.template()}
      </section>`;
  }

  #head() {
    const {status} = this;
    const counts = status.counts ?? {};
    return html`
      <header class="board-head">
        <h1>${this.id}</h1>
        <p class="board-facts">
          ${phase(status.phase)}
          ${status.blueprint ? html`<a href="#/${query({blueprint: status.blueprint})}">${status.blueprint}</a>` : nothing}
          ${status.parent ? html`<span>made for ${board(status.parent.boardId)}</span>` : nothing}
          <span class="muted">${count(counts.committed ?? 0, 'commit')} · ${count(counts.rejected ?? 0, 'rejection')} · ${count(status.sequence, 'entry', 'entries')}${status.tokens
            ? ` · ${short(status.tokens)} tokens` : ''} · begun ${when(status.created)} ago</span>
        </p>
        <div class="board-actions">
          ${this.actions.buttons(status, this.created?.blueprint, this.state?.viewHash, this.version)}
          <button type="button" @click=${() => this.#download()}>Log ↓</button>
          <a class="button" href="#/boards/${path(this.id)}/workflow${query({v: this.shown.v})}">Workflow</a>
          <a class="button" href="#/boards/${path(this.id)}/what-if">What if …</a>
          <a class="button" href="#/audit${query({board: this.id})}">By hand</a>
          <a class="button" href="#/new${query({from: this.id})}">New like this</a>
        </div>
        ${waits(status)}
      </header>`;
  }

  #timeline() {
    const list = this.#list;
    const [first, last] = this.rows.range(list.total);
    const shown = Array.from({length: Math.max(0, last - first)}, (_, offset) => first + offset);
    return html`
      <div class="bar">
        <h2 class="hidden">Timeline</h2>
        <span class="choices">${KINDS.map(([title, kind]) => html`
          <button type="button" class="choice" aria-pressed=${this.shown.k === kind} @click=${() => this.#go({k: kind})}>${title}</button>`)}</span>
      </div>
      <div class="scroll" id="timeline" tabindex="0" role="region" aria-label="Entries">
        <ol class="entries" .style=${`height: ${list.total * ROW}px`}>
          ${repeat(shown, (row) => row, (row) => this.#line(list.at(row), row, list.total))}
        </ol>
        ${list.total ? nothing : html`<p class="muted none">${this.found?.isComplete ?? true ? 'No entry is like this.' : 'Reading …'}</p>`}
      </div>`;
  }

  #line(entry, row, total) {
    const place = `top: ${row * ROW}px`;
    if (!entry) {
      return html`<li class="entry" .style=${place} aria-posinset=${row + 1} aria-setsize=${total}><span class="muted">${this.found ? '' : row + 1} …</span></li>`;
    }
    const {glyph, tone, who, what} = line(entry);
    return html`<li class="entry" .style=${place} aria-posinset=${row + 1} aria-setsize=${total}>
      <button type="button" data-sequence=${entry.sequence} aria-current=${entry.sequence === this.selected ? 'true' : nothing}
          @click=${() => this.#select(entry.sequence)}>
        <span class="sequence">${entry.sequence}</span>
        <span class="glyph ${tone}" aria-hidden="true">${glyph}</span>
        <span class="who">${who}</span><span class="hidden"> ${entry.type} </span><span class="at">v${entry.version}</span>
        <span class="what">${what}</span>
      </button></li>`;
  }

  #stateAt() {
    const {state} = this;
    const found = state && counted(state.change);
    return html`
      <div class="bar">
        <h2>State at v${state?.version ?? this.version}</h2>
        ${found ? html`<span class="muted">${['+', '~', '-'].filter((mark) => found[mark]).map((mark) => html`<span class="count">${mark === '-' ? '−' : mark}${found[mark]}</span> `)}</span>` : nothing}
        <span class="fill"></span>
        <label class="muted">since v <input id="base" class="small" type="number" aria-label="Compare with version" min=${this.first ?? 0} max=${this.status.version}
          .value=${live(this.typedBase ?? String(state?.base ?? ''))} @input=${(event) => { this.typedBase = event.target.value; }}
          @change=${({target}) => { this.typedBase = undefined; this.#go({b: target.value === '' ? undefined : Number(target.value), v: this.version}); }}></label>
        ${this.shown.b === undefined ? nothing : html`<button type="button" class="quiet" @click=${() => this.#go({b: undefined})}>what this version changed</button>`}
      </div>
      <div class="scroll" tabindex="0" role="region" aria-label="State">
        ${this.history.template((sequence) => this.#select(sequence), () => this.#go({p: this.shown.p}))}
        ${this.shown.p && state && at(state.now, this.shown.p) === undefined
          ? html`<p class="muted none">There is nothing at <code>${this.shown.p}</code> in version ${state.version}.</p>` : nothing}
        ${state ? this.tree.template(state.now, state.change) : html`<p class="muted none">Reading …</p>`}
      </div>`;
  }
}
