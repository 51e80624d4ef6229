// The inbox: what waits for a person, of all boards; the card of one; and how gates were decided so far.

import {html, nothing} from './lit/lit-html.js';
import {live} from './lit/directives/live.js';
import {repeat} from './lit/directives/repeat.js';
import {Actions} from './actions.js';
import {figures} from './answers.js';
import {path, query, read, repeatedly} from './api.js';
import {DECISION_KEYS} from './decision.js';
import {step} from './entry.js';
import {Window, ago, failed, number, short, when, whole} from './parts.js';
import {steps} from './patch.js';
import {board} from './waits.js';

const ROW = 46;
const REFRESH_MILLIS = 2000;
const KINDS = [['all', ''], ['patches', 'gate'], ['questions', 'incident'], ['tasks', 'task']];

const keyOf = ({boardId, item}) => `${item} ${boardId}`;
const GONE = html`<p class="gone" role="status">This does not wait any more; the board's log says who decided.</p>`;
const titleOf = (item) => item.held?.card.title || item.message;
const is = (one, board, item) => one.boardId === board && String(one.item) === item;

/** One that is in none of the parts that were read; nothing if it does not wait any more. */
async function beyond(board, item, signal) {
  try {
    return [(await read(`v1/inbox/${path(board, item)}`, {signal})).body];
  } catch (failure) {
    if (failure.status === 404) {
      return [];
    }
    throw failure;
  }
}

export class InboxView {
  title = 'Inbox';

  constructor(app) {
    this.app = app;
    this.rows = new Window(app.update, ROW);
    this.parts = 1;
    this.decided = new Set();
    this.ended = new AbortController();
    this.#load();
    repeatedly(REFRESH_MILLIS, this.ended.signal, () => this.#load());
  }

  show(parameters) {
    this.shown = {kind: parameters.get('kind') ?? '', q: parameters.get('q') ?? '',
      board: parameters.get('board'), item: parameters.get('item')};
    this.#choose();
  }

  close() {
    this.ended.abort();
    this.reading?.abort();
    this.actions?.close();
  }

  /** All that waits, of as many boards as were asked for. */
  async #load() {
    const {signal} = this.ended;
    try {
      const items = [];
      let next;
      let part = 0;
      do {
        const {body} = await read(`v1/inbox${query({cursor: next})}`, {signal});
        items.push(...body.items);
        next = body.next;
        part += body.items.length ? 1 : 0;
      } while (next && part < this.parts);
      const {board, item} = this.shown;
      if (next && board && !items.some((one) => is(one, board, item))) {
        items.push(...await beyond(board, item, signal));
      }
      const known = new Set(items.map(keyOf));
      this.decided.forEach((key) => known.has(key) || this.decided.delete(key));
      this.all = items;
      this.hasMore = Boolean(next);
      this.approvals = (await read('v1/analytics/approvals', {signal})).body.approvals;
      this.failure = null;
    } catch (failure) {
      this.failure = failure;
    }
    if (!signal.aborted) {
      this.#choose();
      this.app.update();
    }
  }

  get #items() {
    const {kind, q} = this.shown;
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    return (this.all ?? []).filter((item) => !this.decided.has(keyOf(item)) && (!kind || item.kind === kind) && words.every((word) =>
      [item.boardId, item.blueprint, item.detail, item.worker, item.reason, item.message, item.held?.card.title, item.held?.by]
        .some((text) => text?.toLowerCase().includes(word))));
  }

  #address(change) {
    return `#/inbox${query({...this.shown, ...change})}`;
  }

  #go(change) {
    this.app.go(this.#address(change), {replace: true});
  }

  /** What the address names; where it names nothing, the first, which then stays although others come before it. */
  #choose() {
    if (!this.all) {
      return;
    }
    const {board, item} = this.shown;
    const [first] = this.#items;
    if (!board && first) {
      this.#go({board: first.boardId, item: first.item});
      return;
    }
    if (!board) {
      this.chosen = null;
    }
    const found = this.all.find((one) => is(one, board, item));
    if (found && (!this.chosen || keyOf(found) !== keyOf(this.chosen))) {
      this.chosen = found;
      this.#look(found);
    }
    this.isGone = Boolean(board) && (!found || this.decided.has(keyOf(found)));
  }

  /** The state that the patch would change, or the workers of the board that asks which of them. */
  async #look(item) {
    this.reading?.abort();
    this.reading = new AbortController();
    const {signal} = this.reading;
    Object.assign(this, {before: null, blueprint: null, task: null, lookFailure: null});
    const board = `v1/boards/${path(item.boardId)}`;
    try {
      if (item.kind === 'task') {
        this.task = (await read(`v1/inbox/${path(item.boardId, item.item)}`, {signal})).body;
      } else if (item.held) {
        const {body, headers} = await read(`${board}/state`, {signal});
        this.before = {state: body, asOf: headers.get('PatchBoard-As-Of')};
      } else {
        this.blueprint = (await read(`${board}/blueprint`, {signal})).body;
      }
    } catch (failure) {
      this.lookFailure = signal.aborted ? this.lookFailure : failure;
    }
    this.app.update();
  }

  #row() {
    return this.#items.findIndex((one) => this.chosen && keyOf(one) === keyOf(this.chosen));
  }

  #move(row) {
    const items = this.#items;
    const item = items[Math.max(0, Math.min(items.length - 1, row))];
    this.#go({board: item?.boardId, item: item?.item});
    this.rows.reveal(items.indexOf(item));
  }

  #act(option) {
    const item = this.chosen;
    this.actions = new Actions(item.boardId, this.app, (entry) => this.#done(item, entry));
    if (option === 'answer') {
      this.actions.answer(this.task);
    } else {
      this.actions.decide(item, this.blueprint, option);
    }
  }

  #done(item, entry) {
    const row = this.#row();
    this.decided.add(keyOf(item));
    this.app.say(item.kind === 'task' ? `${item.boardId}: answered, version ${entry.version}.` : `${item.boardId}: decided, ${entry.option}${entry.by ? ` by ${entry.by}` : ''}.`);
    this.#move(row);
    this.#load();
  }

  key(event) {
    const move = {j: 1, ArrowDown: 1, k: -1, ArrowUp: -1}[event.key];
    const option = event.key === 'a' && this.chosen?.kind === 'task' ? 'answer' : DECISION_KEYS[event.key];
    if (move) {
      this.#move(this.#row() + move);
    } else if (event.key === '/') {
      document.getElementById('search').focus();
    } else if (event.key === 'Enter' && event.target.closest('a, button, summary') === null && this.chosen) {
      this.app.go(`#/boards/${path(this.chosen.boardId)}`);
    } else if (option && this.chosen && !this.isGone && this.chosen.options.includes(option) && (option !== 'answer' || this.task)) {
      this.#act(option);
    } else {
      return false;
    }
    return true;
  }

  rendered() {
    this.rows.attach(document.getElementById('asks'));
  }

  template() {
    const {shown, all, chosen} = this;
    const items = this.#items;
    return html`
      <section class="inbox" aria-label="Inbox">
        <header class="filters">
          <h1>Inbox</h1>
          <input id="search" type="search" aria-label="Filter" placeholder="board, blueprint, gate, worker, text" .value=${live(shown.q)}
            @input=${(event) => this.#go({q: event.target.value})}>
          <nav class="choices" aria-label="Kind">${KINDS.map(([title, kind]) => html`
            <a class="choice" href=${this.#address({kind})} aria-current=${shown.kind === kind ? 'true' : nothing}>${title}</a>`)}</nav>
          <span class="muted" role="status">${all ? `${whole(items.length)}${items.length < all.length ? ` of ${whole(all.length)}` : ''} ${items.length === 1 ? 'waits' : 'wait'}` : ''}</span>
          ${this.hasMore ? html`<button type="button" @click=${() => { this.parts++; this.#load(); }}>Of more boards</button>` : nothing}
        </header>
        ${failed(this.failure)}
        ${all?.length || chosen ? html`<div class="asking">${this.#list(items)}<div class="card" tabindex="0" role="region" aria-label="What is asked">${this.#card()}</div></div>`
          : html`<p class="muted empty-inbox">${all ? 'Nothing waits for a person.' : this.failure ? '' : 'Reading …'}</p>`}
        ${this.approvals?.length ? figures(this.approvals) : nothing}
        ${this.actions?.template()}
      </section>`;
  }

  #list(items) {
    const [first, last] = this.rows.range(items.length);
    return html`
      <div class="scroll" id="asks" tabindex="0" role="region" aria-label="What waits">
        <ol class="entries asks" .style=${`height: ${items.length * ROW}px`}>
          ${repeat(items.slice(Math.max(0, first), last), keyOf, (item, offset) => this.#line(item, Math.max(0, first) + offset, items.length))}
        </ol>
        ${items.length ? nothing : html`<p class="muted none">Nothing that waits is like this.</p>`}
      </div>`;
  }

  #line(item, row, total) {
    const isChosen = this.chosen && keyOf(this.chosen) === keyOf(item);
    return html`<li class="entry" .style=${`top: ${row * ROW}px`} aria-posinset=${row + 1} aria-setsize=${total}>
      <button type="button" aria-current=${isChosen ? 'true' : nothing} @click=${() => this.#go({board: item.boardId, item: item.item})}>
        <span class="glyph ${item.kind === 'incident' ? 'reject' : 'event'}" aria-hidden="true">${item.held ? '‖' : item.kind === 'task' ? '→' : '!'}</span>
        <span class="who">${titleOf(item)}</span><span class="at">${ago(item.since)}</span>
        <span class="what">${item.boardId} · ${item.held ? `gate ${item.detail}` : item.kind === 'task' ? 'to be answered' : item.reason}${item.worker ? ` · ${item.worker}` : ''}</span>
      </button></li>`;
  }

  #card() {
    const {chosen} = this;
    if (!chosen) {
      return this.isGone ? GONE : html`<p class="muted">Nothing is chosen.</p>`;
    }
    const {held, gate} = chosen;
    const who = [held?.by && `sent by ${held.by}`, held?.modifiedBy && `changed by ${held.modifiedBy}`].filter(Boolean).join(', ');
    return html`
      <h2 class="entry-title">${titleOf(chosen)}</h2>
      ${this.isGone ? GONE : nothing}
      ${held || chosen.kind === 'task' ? nothing : html`<p class="muted">${chosen.reason}: ${chosen.detail}. It holds ${chosen.holds === 'board' ? 'the board' : `a ${chosen.holds}`}.</p>`}
      <dl class="facts">
        <div><dt>Board</dt><dd><a href="#/boards/${path(chosen.boardId)}?e=${gate?.held ?? chosen.item}">${chosen.boardId}</a>${chosen.blueprint
          ? html` <span class="muted">${chosen.blueprint}</span>` : nothing}</dd></div>
        ${chosen.parent ? html`<div><dt>Holds up</dt><dd>${board(chosen.parent.boardId)}, which waits for it</dd></div>` : nothing}
        ${chosen.worker ? html`<div><dt>Who</dt><dd><b>${chosen.worker}</b>${who ? `, ${who}` : ''}</dd></div>` : nothing}
        ${held?.trigger ? html`<div><dt>Why</dt><dd>${held.trigger.rule ? html`rule <b>${held.trigger.rule}</b>, ` : nothing}because of
          <a href="#/boards/${path(chosen.boardId)}?e=${held.trigger.sequence}">${held.trigger.sequence}</a></dd></div>` : nothing}
        ${held?.usage?.inputTokens === undefined ? nothing : html`<div><dt>Cost</dt><dd>${short(number(held.usage.inputTokens) + number(held.usage.outputTokens ?? 0))} tokens ${held.usage.model}</dd></div>`}
        ${gate ? html`<div><dt>Asked</dt><dd>${gate.approvers.length ? gate.approvers.join(', ') : 'whoever may approve'}${gate.excluded.length
          ? html` <span class="muted">not ${gate.excluded.join(', ')}</span>` : nothing}</dd></div>` : nothing}
        ${chosen.deadline ? html`<div><dt>Until</dt><dd>${new Date(chosen.deadline).toLocaleString()}${chosen.attempt > 1 ? `, attempt ${chosen.attempt}` : ''}</dd></div>` : nothing}
        <div><dt>Waits</dt><dd>${when(chosen.since)}${gate?.due ? html`, until ${new Date(gate.due).toLocaleString()}, then ${gate.onTimeout}` : nothing}</dd></div>
      </dl>
      ${held ? this.#held(held, chosen) : nothing}
      ${chosen.kind === 'task' ? this.#view() : nothing}
      <div class="verbs">${chosen.options.map((option) => html`
        <button type="button" class=${option === 'approve' || option === 'answer' ? 'main' : ''} ?disabled=${this.isGone || (option === 'answer' && !this.task)} @click=${() => this.#act(option)}>
          <span class="verb">${option} …</span>${DECISION_KEYS[option[0]] === option || option === 'answer' ? html` <kbd>${option[0]}</kbd>` : nothing}</button>`)}</div>`;
  }

  /** What the person is shown, as any worker is. */
  #view() {
    return html`${failed(this.lookFailure)}${this.task
      ? html`<h3>What is shown to ${this.task.worker}</h3><pre class="clause" tabindex="0" aria-label="What is shown">${JSON.stringify(this.task.view, null, 1)}</pre>` : nothing}`;
  }

  /** The review card, and the patch itself on the state as it is now. */
  #held({card, patch}, item) {
    const operations = this.before ? steps(this.before.state, patch) : patch;
    const place = (p) => this.app.go(`#/boards/${path(item.boardId)}${query({p})}`);
    return html`
      <h3>In words</h3>
      <ul class="sentences">${[...card.changes, ...card.shown].map((sentence) => html`<li>${sentence}</li>`)}</ul>
      ${card.reverse ? html`<p class="undo">To undo: ${card.reverse}</p>` : nothing}
      <h3>Patch${this.before ? `, on the state as of entry ${this.before.asOf}` : ''}</h3>
      ${failed(this.lookFailure)}
      <ol class="patch">${operations.map((operation) => html`<li class=${operation.misfit ? 'offending' : ''}>
        ${operation.old === undefined ? nothing : html`<span class="was">− <del>${JSON.stringify(operation.old)}</del></span>`}
        ${step(operation, place)}
        ${operation.misfit ? html`<b class="misfit">does not fit the state as it is now</b>` : nothing}</li>`)}</ol>`;
  }
}
