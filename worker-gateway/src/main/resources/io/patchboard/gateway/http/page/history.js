// Who wrote a value of a board's state, the latest change first.

import {html, nothing} from './lit/lit-html.js';
import {path, query, read} from './api.js';
import {failed, when} from './parts.js';

const TEXT = 160;

const brief = (value) => {
  if (value === undefined) {
    return html`<span class="muted">nothing</span>`;
  }
  const text = JSON.stringify(value);
  return html`<code class="value">${text.length > TEXT ? `${text.slice(0, TEXT)}…` : text}</code>`;
};

export class ValueHistory {
  constructor(id, update) {
    this.id = id;
    this.update = update;
  }

  /** @param place a JSON Pointer, or null for nothing */
  show(place, version) {
    const key = place === null ? null : `${version} ${place}`;
    if (key === this.key) {
      return;
    }
    this.close();
    Object.assign(this, {key, place, changes: null, next: null, failure: null});
    if (key !== null) {
      this.asking = new AbortController();
      this.#read({path: place, version}, this.asking.signal);
    }
  }

  close() {
    this.asking?.abort();
  }

  async #read(asked, signal) {
    this.isReading = true;
    try {
      const {body} = await read(`v1/boards/${path(this.id)}/history${query({path: '', ...asked})}`, {signal});
      this.changes = [...(this.changes ?? []), ...body.changes];
      this.next = body.next;
    } catch (failure) {
      if (signal.aborted) {
        return;
      }
      this.failure = failure;
    }
    this.isReading = false;
    this.update();
  }

  /** @param go what to do with an entry's sequence */
  template(go, close) {
    if (this.key === null || this.key === undefined) {
      return nothing;
    }
    const {place, changes, next} = this;
    return html`
      <section class="history" aria-label="Who wrote it">
        <h3>Who wrote <code>${place || 'the state'}</code> <button type="button" class="quiet" @click=${close} aria-label="Close">✕</button></h3>
        ${failed(this.failure)}
        ${changes ? html`<ol class="chain">${changes.map((one) => html`
          <li><button type="button" class="link" @click=${() => go(one.sequence)}>${one.by ?? 'the board'}</button>
            <span class="muted">${one.sequence} · v${one.version} · ${when(one.time)} ago${one.approvedBy ? ` · allowed by ${one.approvedBy.join(', ')}` : ''}${one.caveats ? ` · ${one.caveats.join(', ')}` : ''}${one.from
              ? ` · was at ${one.from}` : ''}</span><br>${brief(one.old)} → ${brief(one.value)}</li>`)}</ol>`
          : this.failure ? nothing : html`<p class="muted">Reading …</p>`}
        ${next ? html`<button type="button" @click=${() => this.isReading || this.#read(next, this.asking.signal)}>Before that</button>` : nothing}
      </section>`;
  }
}
