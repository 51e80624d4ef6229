// Who did what to which board by hand, the latest first.

import {html, nothing} from './lit/lit-html.js';
import {path, query, read, repeatedly} from './api.js';
import {failed, when, whole} from './parts.js';

const REFRESH_MILLIS = 5000;
const FIRST = 100;
const MOST = 1000;

const words = (type) => type.replace(/^(Board|Blueprint)/, '').toLowerCase();

export class AuditView {
  title = 'Done by hand';

  constructor(app) {
    this.app = app;
    this.ended = new AbortController();
    repeatedly(REFRESH_MILLIS, this.ended.signal, () => this.#load());
  }

  show(parameters) {
    this.asked = {board: parameters.get('board'), by: parameters.get('by'), limit: parameters.get('limit')};
    this.actions = null;
    this.#load();
  }

  close() {
    this.ended.abort();
  }

  key() {
    return false;
  }

  async #load() {
    const {asked} = this;
    try {
      const {body} = await read(`v1/analytics/actions${query({limit: FIRST, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value))})}`,
        {signal: this.ended.signal});
      if (asked === this.asked) {
        this.actions = body.actions;
        this.failure = null;
      }
    } catch (failure) {
      this.failure = this.ended.signal.aborted ? null : failure;
    }
    this.app.update();
  }

  #address(change) {
    return `#/audit${query({...this.asked, ...change})}`;
  }

  template() {
    const {asked, actions} = this;
    return html`
      <section class="hurts audit" aria-label="Done by hand">
        <header class="filters">
          <h1>Done by hand</h1>
          ${['board', 'by'].filter((name) => asked[name]).map((name) => html`
            <a class="chip" href=${this.#address({[name]: undefined})} aria-label="Show all, not only ${name} ${asked[name]}">
              ${name} <b>${asked[name]}</b> <span aria-hidden="true">✕</span></a>`)}
          <span class="muted" role="status">${actions ? `${whole(actions.length)}, the latest first` : ''}</span>
          ${actions?.length === FIRST && !asked.limit ? html`<a class="button" href=${this.#address({limit: MOST})}>More</a>` : nothing}
        </header>
        ${failed(this.failure)}
        ${!actions ? html`<p class="muted">${this.failure ? '' : 'Reading …'}</p>` : actions.length ? this.#table()
          : html`<p class="muted">Nobody has done anything like this.</p>`}
      </section>`;
  }

  #table() {
    return html`
      <div class="wide" tabindex="0" role="region" aria-label="Actions"><table>
        <thead><tr><th scope="col">What</th><th scope="col">Board</th><th scope="col">Who</th><th scope="col">Why</th><th scope="col" class="number">Ago</th></tr></thead>
        <tbody>${this.actions.map((one) => html`<tr>
          <th scope="row"><a href="#/boards/${path(one.board)}?e=${one.sequence}"><b>${words(one.type)}</b>${one.option ? `, ${one.option}` : ''}</a></th>
          <td><a href=${this.#address({board: one.board})} title="Only this board">${one.board}</a></td>
          <td>${one.by ? html`<a href=${this.#address({by: one.by})} title="Only by this one">${one.by}</a>` : html`<span class="muted">nobody said</span>`}</td>
          <td><span class="text">${one.reason ?? ''}</span></td>
          <td class="number">${when(one.time)}</td>
        </tr>`)}</tbody>
      </table></div>`;
  }
}
