// One thing that waits, for who was sent a link to it and needs no token: what it is, and its decision.

import {html, nothing} from './lit/lit-html.js';
import {Writer, path, query, read} from './api.js';
import {DECISION_KEYS, decision, decisionFields} from './decision.js';
import {answer, failed, refusal, when} from './parts.js';

const VOID = 'This link is good no more, or never was: its time is over, or it was made with another secret. Ask for another one.';

/** Who has a link sees no board, so another worker is not among what he may choose. */
const isFor = (option) => option !== 'worker';

export class DecideView {
  title = 'Decide';
  #writer = new Writer();

  constructor(app, boardId, item) {
    this.app = app;
    this.where = `v1/inbox/${path(boardId, item)}`;
  }

  async show(parameters) {
    const capability = parameters.get('capability');
    if (this.asked && this.capability === capability) {
      return;
    }
    Object.assign(this, {asked: true, capability, item: null, failure: null});
    try {
      this.item = (await read(`${this.where}${query({capability})}`, {isGuest: Boolean(capability)})).body;
    } catch (failure) {
      this.failure = failure.status === 401 ? new Error(VOID) : failure;
    }
    this.app.update();
  }

  close() {}

  key(event) {
    const option = DECISION_KEYS[event.key];
    if (!this.item?.options.includes(option) || this.isDecided) {
      return false;
    }
    this.#choose(option);
    return true;
  }

  #choose(option) {
    Object.assign(this, {option, answer: null});
    this.app.update(() => document.querySelector('.decide [name=reason]').focus());
  }

  async #send(form) {
    const {item, option, capability} = this;
    Object.assign(this, {busy: true, answer: null});
    this.app.update();
    try {
      const {status, body} = await this.#writer.write(`${this.where}${query({capability})}`, decision(item, option, form), 'application/json', {isGuest: Boolean(capability)});
      this.isDecided = status !== 202;
      this.answer = {isGood: true, text: this.isDecided ? `Decided: ${option}, by ${body.by}. It is in the log.` : 'It is sent, and not decided yet.'};
    } catch (failure) {
      this.answer = failure.status === 401 ? {isGood: false, text: VOID} : refusal(failure);
    }
    this.busy = false;
    this.app.update();
  }

  template() {
    const {item} = this;
    return html`<section class="decide" aria-label="To be decided">
      <h1>${item ? item.held?.card.title ?? item.message : this.failure ? 'Nothing to decide' : 'Reading …'}</h1>
      ${failed(this.failure)}${item ? this.#asked(item) : nothing}</section>`;
  }

  #asked({boardId, blueprint, detail, worker, since, gate, held, options}) {
    const {option} = this;
    return html`
      <p class="muted">Board ${boardId}${blueprint ? ` (${blueprint})` : ''}, ${gate ? html`gate <b>${detail}</b>` : detail}, for ${when(since)}${gate?.due
        ? `; ${gate.onTimeout} at ${new Date(gate.due).toLocaleString()}` : ''}.${held ? ` Proposed by ${worker}${held.by ? `, sent by ${held.by}` : ''}.` : ''}</p>
      ${held ? html`<ul class="sentences">${[...held.card.changes, ...held.card.shown].map((sentence) => html`<li>${sentence}</li>`)}</ul>
        ${held.card.reverse ? html`<p class="undo">To undo: ${held.card.reverse}</p>` : nothing}
        <details class="fold-out"><summary>The patch</summary><pre class="clause" tabindex="0" aria-label="The patch">${JSON.stringify(held.patch, null, 1)}</pre></details>` : nothing}
      ${this.isDecided ? nothing : html`<div class="verbs" role="group" aria-label="What shall happen">${options.filter(isFor).map((one) => html`
        <button type="button" class=${one === (option ?? 'approve') ? 'main' : ''} aria-pressed=${one === option ? 'true' : 'false'} @click=${() => this.#choose(one)}><span class="verb">${one} …</span></button>`)}</div>`}
      ${option && !this.isDecided ? html`<form @submit=${(event) => { event.preventDefault(); this.#send(new FormData(event.target)); }}>
        ${decisionFields(this.item, option, [])}
        <div class="verbs"><span class="fill"></span><button type="submit" class="main" ?disabled=${this.busy}><span class="verb">${option}</span></button></div></form>` : nothing}
      <div role="status">${answer(this.answer)}</div>`;
  }
}
