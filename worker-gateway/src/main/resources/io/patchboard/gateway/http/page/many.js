// One act on many boards: what it will hit, then each by its own command, and who refused.

import {html, nothing} from './lit/lit-html.js';
import {live} from './lit/directives/live.js';
import {repeat} from './lit/directives/repeat.js';
import {Writer, path, query, read} from './api.js';
import {Window, count, failed, phase, whole} from './parts.js';

const PART = 1000;
const MOST = 10000;
const AT_ONCE = 4;
const ROW = 36;

const phaseOf = (...phases) => ({phase}) => phases.includes(phase);

/** A decision for each thing that can be tried again; where there is none, one that the kernel refuses with its reason. */
async function retries(board) {
  const items = (await read(board)).body.needsPerson.filter(({options}) => options.includes('retry')).map(({item}) => item);
  return (items.length ? items : [undefined]).map((item) => ({option: 'retry', item}));
}

/** Which boards a verb is for, and what is sent where it is no route of its own, or more than one thing. */
const VERBS = {
  pause: {title: 'Pause', of: phaseOf('open')},
  resume: {title: 'Resume', of: phaseOf('paused')},
  cancel: {title: 'Cancel', of: phaseOf('open', 'paused')},
  reopen: {title: 'Reopen', of: phaseOf('halted', 'cancelled')},
  retry: {title: 'Retry', of: ({decisions}) => decisions > 0, route: 'resolve', bodies: retries, text: 'What each waits for a person to decide is tried again, where that is an option.'},
};
const FILTERS = ['phase', 'needsPerson', 'blueprint', 'worker', 'q'];

export class ManyView {
  title = 'Act on many boards';

  constructor(app) {
    this.app = app;
    this.rows = new Window(app.update, ROW);
    this.stop = new AbortController();
    this.verb = 'pause';
    this.reason = '';
  }

  show(parameters) {
    const filter = Object.fromEntries(FILTERS.map((name) => [name, parameters.get(name) ?? undefined]));
    if (query(filter) !== (this.asked ?? null)) {
      this.asked = query(filter);
      this.filter = filter;
      this.#load();
    }
  }

  close() {
    this.stop.abort();
  }

  key() {
    return false;
  }

  rendered() {
    this.rows.attach(document.getElementById('chosen'));
  }

  /** All boards that the filter names, as they are now: what is shown is what will be acted on, however the list goes on. */
  async #load() {
    Object.assign(this, {boards: null, left: new Set(), outcomes: new Map(), sent: new Map(), isMore: false, failure: null});
    this.app.update();
    const {filter} = this;
    try {
      const boards = [];
      let cursor;
      do {
        const {body} = await read(`v1/boards${query({...filter, order: 'id', limit: PART, cursor})}`, {signal: this.stop.signal});
        boards.push(...body.boards);
        cursor = body.next;
      } while (cursor && boards.length < MOST);
      if (filter === this.filter) {
        Object.assign(this, {boards: boards.slice(0, MOST), isMore: Boolean(cursor) || boards.length > MOST, asOf: new Date()});
      }
    } catch (failure) {
      this.failure = this.stop.signal.aborted ? null : failure;
    }
    this.app.update();
  }

  /** Those that the verb is for, that are not left out, and that have not done it yet. */
  get #todo() {
    return this.boards.filter((board) => this.#isFor(board) && !this.left.has(board.boardId) && !this.outcomes.get(board.boardId)?.isDone);
  }

  #isFor(board) {
    return VERBS[this.verb].of(board);
  }

  async #act() {
    const {verb, reason} = this;
    const todo = this.#todo;
    this.running = {total: todo.length, done: 0, isCut: false};
    todo.forEach(({boardId}) => this.outcomes.delete(boardId));
    this.app.update();
    const {running} = this;
    const one = async () => {
      for (let board = todo.shift(); board && !running.isCut && !this.stop.signal.aborted; board = todo.shift()) {
        this.outcomes.set(board.boardId, await this.#send(board.boardId, verb, reason));
        running.done++;
        this.app.update();
      }
    };
    await Promise.all(Array.from({length: AT_ONCE}, one));
    running.isOver = true;
    this.app.update(() => document.querySelector('.outcome')?.focus());
  }

  /**
   * One that gave no answer can be sent again: it counts once. What is refused does not stop the board's others; the
   * next try asks anew what there is.
   */
  async #send(id, verb, reason) {
    const board = `v1/boards/${path(id)}`;
    const {route = verb, bodies = () => [{}]} = VERBS[verb];
    try {
      const sent = this.sent.get(id) ?? {writer: new Writer(), left: await bodies(board)};
      this.sent.set(id, sent);
      for (; sent.left.length; sent.left.shift()) {
        try {
          const {status} = await sent.writer.write(`${board}/${route}`, {...sent.left[0], reason});
          sent.isPending ||= status === 202;
        } catch (failure) {
          if (!(failure.status >= 400 && failure.status < 500)) {
            throw failure;
          }
          sent.refusal ??= failure;
        }
      }
      this.sent.delete(id);
      return {isDone: !sent.refusal, isPending: sent.isPending, text: sent.refusal?.message};
    } catch (failure) {
      return {isDone: false, text: failure.message};
    }
  }

  template() {
    const named = FILTERS.filter((name) => this.filter[name]);
    return html`
      <section class="many" aria-label="Act on many boards">
        <h1>Act on many boards</h1>
        <p>${named.length ? html`All boards with ${named.map((name, i) => html`${i ? ', ' : ''}${name} <b>${this.filter[name]}</b>`)}` : 'All boards'}
          <a href=${`#/${query(this.filter)}`}>Back to the list</a></p>
        ${failed(this.failure)}
        ${this.boards ? this.#form() : this.failure ? nothing : html`<p class="muted">Reading …</p>`}
      </section>`;
  }

  #form() {
    const {boards, verb, running} = this;
    const isRunning = running && !running.isOver;
    const todo = this.#todo;
    const other = boards.filter((board) => !this.#isFor(board)).length;
    return html`
      <form @submit=${(event) => { event.preventDefault(); this.#act(); }}>
        <fieldset class="ways" ?disabled=${Boolean(running)}><legend>What shall happen</legend>${Object.entries(VERBS).map(([name, {title}]) => html`
          <label class="line"><input type="radio" name="verb" value=${name} .checked=${name === verb}
            @change=${() => { this.verb = name; this.app.update(); }}> ${title}</label>`)}</fieldset>
        <p id="preview"><b>${count(todo.length, 'board')}</b> of ${whole(boards.length)}${this.isMore ? ` (the first ${whole(MOST)}; narrow the filter for others)` : ''},
          as of ${this.asOf.toLocaleTimeString()}.${other ? ` ${count(other, 'is', 'are')} ${verb === 'retry' ? 'waiting for no decision' : 'in another phase'}, and left alone.` : ''} ${VERBS[verb].text ?? ''}</p>
        ${this.#list(boards, Boolean(running))}
        <label>Reason, kept in each log <textarea name="reason" rows="2" required ?readonly=${Boolean(running)}
          .value=${live(this.reason)} @input=${({target}) => { this.reason = target.value; }}></textarea></label>
        ${running ? this.#outcome(running, isRunning) : nothing}
        <div class="verbs"><button type="button" ?disabled=${isRunning} @click=${() => { this.running = null; this.#load(); }}>Read again</button><span class="fill"></span>
          ${isRunning ? html`<button type="button" @click=${() => { running.isCut = true; }}>Stop</button>`
            : html`<button type="submit" class="main" ?disabled=${!todo.length}>${running ? 'Try again with' : VERBS[verb].title} ${count(todo.length, 'board')}</button>`}</div>
      </form>`;
  }

  #list(boards, isFixed) {
    const [first, last] = this.rows.range(boards.length);
    return html`
      <div class="scroll" id="chosen" tabindex="0" role="region" aria-label="Boards">
        <ul class="entries" .style=${`height: ${boards.length * ROW}px`}>${repeat(boards.slice(first, last), ({boardId}) => boardId, (board, i) => {
          const {boardId} = board;
          const is = this.#isFor(board);
          return html`<li .style=${`top: ${(first + i) * ROW}px`} aria-posinset=${first + i + 1} aria-setsize=${boards.length}>
            <label class="line"><input type="checkbox" name="board" value=${boardId} .checked=${is && !this.left.has(boardId)} ?disabled=${isFixed || !is}
              @change=${({target}) => { this.left[target.checked ? 'delete' : 'add'](boardId); this.app.update(); }}> <span class="id">${boardId}</span></label>
            ${phase(board.phase)}</li>`;
        })}</ul>
        ${boards.length ? nothing : html`<p class="muted none">No board is like this.</p>`}
      </div>`;
  }

  #outcome({total, done, isCut}, isRunning) {
    const all = [...this.outcomes];
    const refused = all.filter(([, {isDone}]) => !isDone);
    const pending = all.filter(([, {isPending}]) => isPending).length;
    return html`
      <div class="outcome" tabindex="-1" role="status">
        <p><progress max=${total} value=${done} aria-label="Progress"></progress> ${whole(done)} of ${whole(total)}${isRunning ? '' : isCut ? ', stopped' : ', over'}:
          ${whole(all.length - refused.length)} done${pending ? ` (${whole(pending)} sent, and not decided yet)` : ''}, ${whole(refused.length)} refused</p>
        ${refused.length ? html`<ul class="remarks errors" aria-label="Refused">${refused.map(([id, {text}]) => html`
          <li><a href="#/boards/${path(id)}">${id}</a> ${text}</li>`)}</ul>` : nothing}
      </div>`;
  }
}
