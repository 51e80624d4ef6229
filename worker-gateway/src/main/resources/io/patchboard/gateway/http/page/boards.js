// The list of boards: a window onto any number of them, which the server filters and orders.

import {html, nothing} from './lit/lit-html.js';
import {live} from './lit/directives/live.js';
import {repeat} from './lit/directives/repeat.js';
import {query, repeatedly} from './api.js';
import {Listing} from './listing.js';
import {PHASE_NAMES, Window, ago, cost, failed, number, phase, short, when, whole} from './parts.js';

const REFRESH_MILLIS = 2000;
const STALE_MILLIS = 6000;
const TYPING_MILLIS = 250;
const KEPT_QUERIES = 'patchboard.queries';

const narrow = matchMedia('(max-width: 720px)');
const rowHeight = () => (narrow.matches ? 64 : 40);

/** Shown where any board in sight has it. */
const OPTIONAL = [
  {name: 'waits', title: 'Waits for', of: ({waitsFor = []}) => waitsFor.length},
  {name: 'age', title: 'Age', of: (board) => board.created && ago(board.created)},
  {name: 'tokens', title: 'Tokens', of: ({tokens}) => number(tokens) > 0 && short(tokens)},
  {name: 'cost', title: 'Cost', of: (board) => number(board.cost) > 0 && cost(board.cost)},
];

/** What was kept by this page; nothing where somebody else wrote there. */
function keptQueries() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_QUERIES) ?? '[]').filter((address) => /^#\/(\?|$)/.test(address));
  } catch {
    return [];
  }
}

/** A query in words. */
const named = (address) => [...new URLSearchParams(address.slice(address.indexOf('?') + 1))]
  .map(([name, value]) => (name === 'needsPerson' ? 'needs a person' : name === 'q' ? `“${value}”` : name === 'order' ? `by ${value}` : value)).join(' · ');

export class BoardsView {
  title = 'Boards';

  constructor(app) {
    this.app = app;
    this.rows = new Window(app.update, rowHeight());
    this.chosen = -1;
    this.ended = new AbortController();
    narrow.addEventListener('change', () => {
      this.rows.height = rowHeight();
      app.update();
    }, {signal: this.ended.signal});
    repeatedly(REFRESH_MILLIS, this.ended.signal, () => this.listing.refresh(...this.rows.range(this.listing.total, 0)));
  }

  show(parameters) {
    const filter = {
      phase: parameters.get('phase'),
      needsPerson: parameters.get('needsPerson'),
      blueprint: parameters.get('blueprint'),
      worker: parameters.get('worker'),
      q: parameters.get('q'),
      order: parameters.get('order') ?? 'recent',
    };
    if (!this.typing) {
      this.text = filter.q ?? '';
    }
    if (query(filter) !== query(this.listing?.filter ?? {})) {
      this.listing?.stop.abort();
      this.listing = new Listing(filter, this.app.update);
      this.chosen = -1;
      if (this.rows.scroller) {
        this.rows.scroller.scrollTop = 0;
      }
    }
  }

  close() {
    clearTimeout(this.typing);
    this.ended.abort();
    this.listing.stop.abort();
  }

  /** The address of the list with something else asked for. */
  #address(change) {
    const {order, ...rest} = {...this.listing.filter, ...change};
    return `#/${query({...rest, order: order === 'recent' ? undefined : order})}`;
  }

  #go(change) {
    this.app.go(this.#address(change), {replace: true});
  }

  /** What is being typed stays in its field, whatever comes from the server meanwhile. */
  #typed(event) {
    clearTimeout(this.typing);
    this.text = event.target.value;
    this.typing = setTimeout(() => {
      this.typing = null;
      this.#go({q: this.text});
    }, TYPING_MILLIS);
  }

  key(event) {
    const step = {j: 1, ArrowDown: 1, k: -1, ArrowUp: -1}[event.key];
    if (step && this.listing.total) {
      this.#choose(Math.max(0, Math.min(this.listing.total - 1, this.chosen + step)));
      return true;
    }
    if (event.key === '/') {
      document.getElementById('search').focus();
      return true;
    }
    return false;
  }

  #choose(row) {
    this.chosen = row;
    this.rows.reveal(row);
    this.app.update(() => document.querySelector(`[data-row="${row}"] a`)?.focus({preventScroll: true}));
  }

  rendered() {
    this.rows.attach(document.getElementById('rows'));
    this.listing.look(...this.rows.range(this.listing.total));
  }

  template() {
    const {listing} = this;
    const columns = OPTIONAL.filter(({of}) => listing.parts.some((part) => part.boards?.some((board) => of(board))));
    return html`
      <section class="boards" aria-label="Boards">
        ${this.#filters()}
        ${failed(listing.failure?.status === 405 || listing.failure?.status === 404
          ? {message: 'This server creates boards and serves workers, but reads none. The page of ./patchboard up shows them.'}
          : listing.failure)}
        <div class="table" role="table" aria-label="Boards" aria-rowcount=${listing.isComplete ? listing.total + 1 : -1}
            .style=${`--columns: minmax(12rem, 2fr) minmax(8rem, 1.2fr) 8.5rem ${columns.map((column) => (column.name === 'waits' ? 'minmax(8rem, 1.5fr)' : '5rem')).join(' ')} 5rem 5rem 6rem`}>
          <div role="rowgroup"><div class="heads" role="row" aria-rowindex="1">
            <span role="columnheader">Board</span><span role="columnheader">Blueprint</span><span role="columnheader">Phase</span>
            ${columns.map((column) => html`<span role="columnheader" class=${column.name === 'waits' ? '' : 'number'}>${column.title}</span>`)}
            <span role="columnheader" class="number">Version</span><span role="columnheader" class="number">Entries</span>
            <span role="columnheader" class="number">Last entry</span>
          </div></div>
          <div class="rows" id="rows" role="rowgroup" tabindex="0" aria-label="Rows">${this.#rows(columns)}</div>
        </div>
        <p class="foot" role="status">${this.#foot()}</p>
      </section>`;
  }

  #filters() {
    const {filter} = this.listing;
    const choice = (label, change, isChosen) => html`
      <a class="choice" href=${this.#address(change)} aria-current=${isChosen ? 'true' : nothing}>${label}</a>`;
    return html`
      <h1 class="hidden">Boards</h1>
      <div class="filters">
        <input id="search" type="search" aria-label="Search in ids, blueprints, labels and what is waited for" placeholder="Search   /"
            autocomplete="off" spellcheck="false" .value=${live(this.text)} @input=${(event) => this.#typed(event)}>
        <nav class="choices" aria-label="Phase">
          ${choice('all', {phase: undefined, needsPerson: undefined}, !filter.phase && !filter.needsPerson)}
          ${choice('needs a person', {phase: undefined, needsPerson: true}, filter.needsPerson)}
          ${PHASE_NAMES.map((name) => choice(name, {phase: name, needsPerson: undefined}, filter.phase === name))}
        </nav>
        ${['blueprint', 'worker'].filter((name) => filter[name]).map((name) => html`
          <a class="chip" href=${this.#address({[name]: undefined})} aria-label="Show all, not only ${name} ${filter[name]}">
            ${name} <b>${filter[name]}</b> <span aria-hidden="true">✕</span></a>`)}
        <nav class="choices order" aria-label="Order">
          ${choice('latest first', {order: 'recent'}, filter.order === 'recent')}
          ${choice('by id', {order: 'id'}, filter.order === 'id')}
        </nav>
        <a class="button" href=${`#/many${query({...filter, order: undefined})}`}>Act on these …</a>
        <a class="button" href="#/audit" title="What people did to boards by hand">By hand</a>
        ${this.#keptQueries()}
      </div>`;
  }

  /** Lists that somebody comes back to, in this browser; each is an address, to be shared as any. */
  #keptQueries() {
    const here = this.#address({});
    const kept = keptQueries();
    const keep = (addresses) => {
      localStorage.setItem(KEPT_QUERIES, JSON.stringify(addresses));
      this.app.update();
    };
    return html`
      <nav class="choices kept" aria-label="Kept queries">${kept.map((address) => html`
        <a class="choice" href=${address} aria-current=${address === here ? 'true' : nothing}>★ ${named(address)}</a>`)}</nav>
      ${kept.includes(here)
        ? html`<button type="button" class="quiet" @click=${() => keep(kept.filter((address) => address !== here))}>Keep this list no more</button>`
        : here === '#/' ? nothing : html`<button type="button" class="quiet" @click=${() => keep([...kept, here])}>☆ Keep this list</button>`}`;
  }

  #rows(columns) {
    const {listing, rows} = this;
    const [first, last] = rows.range(listing.total);
    const shown = Array.from({length: Math.max(0, last - first)}, (_, offset) => first + offset);
    return html`
      <div class="height" role="none" .style=${`height: ${rows.pixels}px`}></div>
      ${repeat(shown, (row) => row, (row) => this.#row(listing.at(row), row, columns))}`;
  }

  #row(board, row, columns) {
    const place = `top: ${this.rows.place(row)}px; height: ${this.rows.height}px`;
    if (!board) {
      return html`<div role="row" class="row empty" aria-rowindex=${row + 2} .style=${place}><span role="cell">…</span></div>`;
    }
    return html`
      <div role="row" class="row" data-row=${row} aria-rowindex=${row + 2} .style=${place}>
        <span role="cell" class="id"><a href="#/boards/${encodeURIComponent(board.boardId)}" @focus=${() => { this.chosen = row; }}>${board.boardId}</a></span>
        <span role="cell" class="blueprint">${board.blueprint
          ? html`<a href=${this.#address({blueprint: board.blueprint})} title="Only boards of this blueprint">${board.blueprint}</a>` : ''}</span>
        <span role="cell" class="phases">${phase(board.phase)}${board.decisions
          ? html` <b class="needs" title="waits for a person's decision">! ${board.decisions}</b>` : nothing}${board.decisionsBelow
          ? html` <b class="needs" title="waits for boards that wait for a person's decision">~! ${board.decisionsBelow}</b>` : nothing}</span>
        ${columns.map(({name, of}) => html`<span role="cell" class="${name === 'waits' ? 'waits' : 'number'} extra">${name === 'waits'
          ? (board.waitsFor ?? []).map((worker) => html`<a href=${this.#address({q: worker})} title="Only boards that wait for it">${worker}</a> `) : of(board) || ''}</span>`)}
        <span role="cell" class="number version">v${whole(board.version)}</span>
        <span role="cell" class="number entries">${short(board.sequence)}</span>
        <span role="cell" class="number last">${when(board.time)}</span>
      </div>`;
  }

  #foot() {
    const {listing} = this;
    if (!listing.total) {
      const asked = listing.filter.phase || listing.filter.q || listing.filter.blueprint || listing.filter.needsPerson || listing.filter.worker;
      return !listing.isComplete ? 'Reading …' : asked
        ? html`No board is like this. <a href="#/">Show all</a>`
        : html`No boards yet. <a href="#/new">Create one</a>.`;
    }
    const old = Date.now() - listing.asOf > STALE_MILLIS ? ` · as of ${new Date(listing.asOf).toLocaleTimeString()}` : '';
    return `${whole(listing.total)}${listing.isComplete ? '' : ' and more'} boards${old}`;
  }
}
