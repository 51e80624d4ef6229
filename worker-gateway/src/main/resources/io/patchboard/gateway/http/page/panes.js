// The parts of a board's view: what it is, its entries, its state.

import {html, nothing} from './lit/lit-html.js';
import {live} from './lit/directives/live.js';
import {repeat} from './lit/directives/repeat.js';
import {path, query} from './api.js';
import {line} from './entry.js';
import {count, phase, short, when} from './parts.js';
import {at, counted} from './tree.js';
import {board, waits} from './waits.js';

/** The height of an entry in the timeline, in pixels. */
export const ROW = 46;

const KINDS = [['all', ''], ['commits', 'PatchCommitted'], ['rejections', 'PatchRejected'], ['invitations', 'WorkerInvoked']];

export function head({id, status, shown, words, origin}, buttons, download) {
  const counts = status.counts ?? {};
  return html`
    <header class="board-head">
      <h1>${id}</h1>
      <p class="board-facts">
        ${phase(status.phase)}
        ${status.blueprint ? html`<a href="#/${query({blueprint: status.blueprint})}">${status.blueprint}</a>` : nothing}
        ${status.parent ? html`<span>made for ${board(status.parent.boardId)}</span>` : nothing}
        ${origin ? html`<span>forked from <a href="#/boards/${path(origin.boardId)}${query({e: origin.sequence})}">${origin.boardId}</a></span>` : nothing}
        ${status.degraded ? html`<span class="phase wait" title="A fallback wrote something of the state"><span aria-hidden="true">≈</span> degraded</span>` : nothing}
        <span class="muted">${count(counts.committed ?? 0, 'commit')} · ${counts.rejected
          ? html`<a href="#/hurts${query({board: id})}" title="By clause, worker, model, stage or path">${count(counts.rejected, 'rejection')}</a>` : '0 rejections'} · ${count(status.sequence, 'entry', 'entries')}${status.tokens
          ? ` · ${short(status.tokens)} tokens` : ''} · begun ${when(status.created)} ago</span>
      </p>
      <div class="board-actions">
        ${buttons}
        <button type="button" @click=${download}>Log ↓</button>
        <a class="button" href="#/boards/${path(id)}/workflow${query({v: shown.v})}">Workflow</a>
        <a class="button" href="#/boards/${path(id)}/what-if">What if …</a>
        <a class="button" href="#/audit${query({board: id})}">By hand</a>
        <a class="button" href="#/new${query({from: id})}">New like this</a>
      </div>
      ${waits(status, words)}
    </header>`;
}

/** Entries as far as they are in sight. */
export function timeline({list, rows, selected, found, kind}, {choose, select}) {
  const [first, last] = rows.range(list.total);
  const inSight = Array.from({length: Math.max(0, last - first)}, (_, offset) => first + offset);
  return html`
    <div class="bar">
      <h2 class="hidden">Timeline</h2>
      <span class="choices">${KINDS.map(([title, name]) => html`
        <button type="button" class="choice" aria-pressed=${kind === name} @click=${() => choose(name)}>${title}</button>`)}</span>
    </div>
    <div class="scroll" id="timeline" tabindex="0" role="region" aria-label="Entries">
      <ol class="entries" .style=${`height: ${rows.pixels}px`}>
        ${repeat(inSight, (row) => row, (row) => entryAt(list.at(row), row))}
      </ol>
      ${list.total ? nothing : html`<p class="muted none">${found?.isComplete ?? true ? 'No entry is like this.' : 'Reading …'}</p>`}
    </div>`;

  function entryAt(entry, row) {
    const place = `top: ${rows.place(row)}px`;
    if (!entry) {
      return html`<li class="entry" .style=${place} aria-posinset=${row + 1} aria-setsize=${list.total}><span class="muted">${found ? '' : row + 1} …</span></li>`;
    }
    const {glyph, tone, who, what} = line(entry);
    return html`<li class="entry" .style=${place} aria-posinset=${row + 1} aria-setsize=${list.total}>
      <button type="button" data-sequence=${entry.sequence} aria-current=${entry.sequence === selected ? 'true' : nothing}
          @click=${() => select(entry.sequence)}>
        <span class="sequence">${entry.sequence}</span>
        <span class="glyph ${tone}" aria-hidden="true">${glyph}</span>
        <span class="who">${who}</span><span class="hidden"> ${entry.type} </span><span class="at">v${entry.version}</span>
        <span class="what">${what}</span>
      </button></li>`;
  }
}

export function stateAt({state, version, first, latest, shown, history, tree, typed}, {go, select, type}) {
  const found = state && counted(state.change);
  return html`
    <div class="bar">
      <h2>State at v${state?.version ?? version}</h2>
      ${found ? html`<span class="muted">${['+', '~', '-'].filter((mark) => found[mark]).map((mark) => html`<span class="count">${mark === '-' ? '−' : mark}${found[mark]}</span> `)}</span>` : nothing}
      <span class="fill"></span>
      <label class="muted">since v <input id="base" class="small" type="number" aria-label="Compare with version" min=${first ?? 0} max=${latest}
        .value=${live(typed ?? String(state?.base ?? ''))} @input=${({target}) => type(target.value)}
        @change=${({target}) => { type(undefined); go({b: target.value === '' ? undefined : Number(target.value), v: version}); }}></label>
      ${shown.b === undefined ? nothing : html`<button type="button" class="quiet" @click=${() => go({b: undefined})}>what this version changed</button>`}
    </div>
    <div class="scroll" tabindex="0" role="region" aria-label="State">
      ${history.template(select, () => go({p: shown.p}))}
      ${shown.p && state && at(state.now, shown.p) === undefined
        ? html`<p class="muted none">There is nothing at <code>${shown.p}</code> in version ${state.version}.</p>` : nothing}
      ${state ? tree.template(state.now, state.change) : html`<p class="muted none">Reading …</p>`}
    </div>`;
}
