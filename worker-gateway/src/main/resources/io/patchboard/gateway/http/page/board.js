// A board: its entries, the slider over its versions, the state as of it, and the entry that made it so.

import {html, nothing} from './lit/lit-html.js';
import {Actions} from './actions.js';
import {path, pause, query, read} from './api.js';
import {details} from './entry.js';
import {ValueHistory} from './history.js';
import {Found, Log, download} from './log.js';
import {ROW, head, stateAt, timeline} from './panes.js';
import {Window, failed, notLive} from './parts.js';
import {Progress} from './progress.js';
import {slider} from './slider.js';
import {Blueprints, States} from './states.js';
import {Tree} from './tree.js';

const PANES = [['timeline', 'Timeline'], ['state', 'State'], ['entry', 'Entry']];
const HEARD_MILLIS = 150;
const REFRESH_MILLIS = 1000;
const SLIDE_MILLIS = 120;
const LONG = 2000;
const MOST_LINKS = 100000;
const AGAIN_MILLIS = 2000;

export class BoardView {
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = id;
    this.log = new Log(id, app.update);
    this.rows = new Window(app.update, ROW);
    this.states = new States(this.#at);
    this.blueprints = new Blueprints(this.#at);
    this.tree = new Tree(app.update, 'State', (p) => this.#go({p, h: 1}));
    this.history = new ValueHistory(id, app.update);
    this.progress = new Progress(this.#at, app.update);
    this.trees = {view: new Tree(app.update, 'View'), raw: new Tree(app.update, 'Entry'), result: new Tree(app.update, 'Result')};
    this.actions = new Actions(id, app, (entry, to) => (to ? app.go(`#/boards/${path(to)}`) : this.#done(entry)));
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
        this.log.follow((entry) => this.#heard(entry), (failure) => this.#refused(failure));
      }
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
    await this.#refresh().catch(() => {});
    if (this.log.stop.signal.aborted) {
      return;
    }
    this.log.total = Math.max(this.log.total, this.status.sequence);
    this.#go({e: entry.sequence, v: entry.version, b: undefined});
  }

  async #refresh() {
    const {body} = await read(this.#at);
    await this.blueprints.read(body.blueprintHash);
    this.status = body;
    this.first = this.blueprints.created?.version ?? 0;
    this.progress.follow(this.status.openInvocations?.length > 0);
    this.app.update();
  }

  /** What comes while one looks: the timeline grows at its end, and only who stands there moves on. */
  #heard(entry) {
    if (entry) {
      this.found?.add(entry);
    }
    this.app.update();
    this.isHeard = true;
    const since = Date.now() - (this.refreshed ?? 0);
    this.pending ??= setTimeout(() => this.#look(), Math.max(HEARD_MILLIS, REFRESH_MILLIS - since));
  }

  /**
   * Looks again once what it looked at is there, as the next one cuts it: none would ever be shown where each takes
   * longer than until there is another entry.
   */
  async #look() {
    await this.reading;
    if (this.log.stop.signal.aborted) {
      return;
    }
    this.refreshed = Date.now();
    this.isHeard = false;
    await this.#refresh().catch(() => {});
    this.log.total = this.notLive ? Math.max(this.log.total, this.status.sequence) : this.log.total;
    if (this.missing || (!this.shown.e && !this.shown.v)) {
      this.#choose();
    }
    this.pending = null;
    if (this.isHeard) {
      this.#heard();
    }
  }

  /** While there is no stream, the board is asked for with each try for one. */
  #refused(failure) {
    this.notLive = notLive(failure);
    this.app.update();
    if (failure) {
      this.#heard();
    }
  }

  close() {
    this.log.close();
    clearTimeout(this.pending);
    clearTimeout(this.dragging);
    this.states.close();
    this.history.close();
    this.progress.close();
    this.actions.close();
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
    this.version = version <= latest ? version : latest;
    this.missing = this.#isThere(shown) ? undefined : shown;
    this.app.update();
    this.history.show(shown.h ? shown.p : null, this.version);
    this.reading = this.#readState(this.version, shown.b === undefined ? Math.max(this.first ?? 0, this.version - 1) : Math.min(shown.b, latest));
    if (this.missing) {
      this.failure = null;
      return;
    }
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

  /** Whether the board has come to what an address names; that may be of another board, or of one that was made anew. */
  #isThere({e, v}) {
    return e === undefined ? v === undefined || v <= this.status.version : e >= 1 && e <= this.status.sequence;
  }

  async #readState(version, base) {
    try {
      this.state = (await this.states.compare(version, base, this.first ?? 1)) ?? this.state;
      this.stateFailure = null;
      this.#place();
    } catch (failure) {
      this.stateFailure = failure;
      if (failure.status === 0 || failure.status >= 500) {
        pause(AGAIN_MILLIS, this.states.signal).then(() => this.#readState(version, base), () => {});
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
      this.entry = {...entry, causes, blueprint: this.blueprints.at(sequence), asOf: this.status.sequence};
      this.app.update();
    }
  }

  /** They cost the server a look at the whole log: not for each entry of a long one that comes by, and of none beyond what it takes. */
  #mayAskForCauses() {
    return this.status.sequence <= MOST_LINKS
      && (this.shown.e !== undefined || this.shown.v !== undefined || this.status.sequence < LONG || this.status.phase !== 'open');
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
        .then((found) => (found ? this.#select(found) : this.app.say('There is no other rejection that way.')))
        .catch((failure) => this.app.say(failure.message));
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
        ${failed(this.failure ?? this.stateFailure ?? this.log.failure ?? this.found?.failure ?? this.notLive)}
        <nav class="panes" aria-label="Parts">${PANES.map(([name, title]) => html`
          <button type="button" aria-pressed=${this.pane === name} @click=${() => { this.pane = name; this.app.update(); }}>${title}</button>`)}</nav>
        <div class="pane-timeline">${this.#timeline()}</div>
        <div class="pane-state">${this.#stateAt()}</div>
        <div class="pane-entry" tabindex="0" role="region" aria-label="Entry">${this.#entryAt()}</div>
        ${slider({version: this.version, first: this.first, latest: status.version, isLive: this.shown.v === undefined && this.shown.e === undefined && !this.notLive},
    {drag: (to) => this.#drag(to), slide: (to) => this.#slide(to), follow: () => this.#live()})}
        ${this.actions.template()}
      </section>`;
  }

  #entryAt() {
    const {status, missing, entry} = this;
    if (missing) {
      return html`<p>There is no such ${missing.e === undefined ? 'version' : 'entry'} of this board.
        <a href="#/boards/${path(this.id)}">Its last is entry ${status.sequence}, version ${status.version}.</a></p>`;
    }
    return entry ? details(entry, (sequence) => this.#select(sequence), (p) => { this.pane = 'state'; this.#go({p}); }, this.trees)
      : this.failure ? nothing : html`<p class="muted">Reading …</p>`;
  }

  #head() {
    const {status, state, version} = this;
    return head({id: this.id, status, shown: this.shown, words: this.progress.words, origin: this.blueprints.created?.origin}, this.actions.buttons(status, this.blueprints.at(), state?.viewHash, version), () => download(this.id, this.#at, this.status.sequence, (text) => this.app.say(text)));
  }

  #timeline() {
    const {rows, selected, found, shown} = this;
    return timeline({list: this.#list, rows, selected, found, kind: shown.k}, {choose: (k) => this.#go({k}), select: (sequence) => this.#select(sequence)});
  }

  #stateAt() {
    const {state, version, first, status, shown, history, tree, typedBase} = this;
    return stateAt({state, version, first, latest: status.version, shown, history, tree, typed: typedBase}, {
      go: (change) => this.#go(change),
      select: (sequence) => this.#select(sequence),
      type: (value) => { this.typedBase = value; },
    });
  }
}
