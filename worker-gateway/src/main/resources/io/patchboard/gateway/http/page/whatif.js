// What would have been otherwise: the past proposals of a board under another blueprint. Nothing is changed by it.

import {html, nothing} from './lit/lit-html.js';
import {Written, ask, path, query} from './api.js';
import {BlueprintField} from './blueprint.js';
import {answer, count, refusal, short, whole} from './parts.js';

const MODES = {
  each: ['each on the state that it met', 'Verdicts do not depend on each other.'],
  onward: ['onward from the new verdicts', 'It ends where workers would have been invited otherwise.'],
};

/** What comes before the clause. */
const CHANGES = {
  'rejected-now': 'would be rejected by',
  'held-now': 'would wait:',
  'committed-now': 'would be committed:',
};

/** What was written and found last: who looks at an entry and comes back finds it again. */
let kept = null;

export class WhatIfView {
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = `What if · ${id}`;
    this.field = new BlueprintField(app.update);
    this.stop = new AbortController();
    if (kept?.id === id) {
      this.report = kept.report;
      this.field.begin(kept.text);
    } else {
      this.field.beginWith(id);
    }
  }

  show(parameters) {
    this.mode = MODES[parameters.get('mode')] ? parameters.get('mode') : 'each';
  }

  close() {
    kept = {id: this.id, text: this.field.text, report: this.report};
    this.field.close();
    this.stop.abort();
  }

  key() {
    return false;
  }

  async #judge() {
    const {text} = this.field;
    const {mode} = this;
    Object.assign(this, {busy: true, failure: null});
    this.app.update();
    try {
      const {body} = await ask('v1/what-if', {blueprint: new Written(text), boards: [this.id], mode}, {signal: this.stop.signal});
      this.report = {text, mode, ...body};
    } catch (failure) {
      this.failure = failure instanceof SyntaxError ? {isGood: false, text: `It is no JSON: ${failure.message}`} : refusal(failure);
    }
    this.busy = false;
    this.app.update(() => document.querySelector('.report')?.scrollIntoView({block: 'nearest'}));
  }

  template() {
    return html`
      <section class="whatif" aria-label="What if">
        <form @submit=${(event) => { event.preventDefault(); this.#judge(); }}>
          <h1>What if <a href="#/boards/${path(this.id)}">${this.id}</a> had gone by another blueprint?</h1>
          <p class="muted">The kernel's judge is asked again about all that was proposed. No worker is called, and nothing is changed.</p>
          ${this.field.template('Blueprint (JSON)', {rows: 20})}
          <fieldset><legend>Proposals are judged</legend>${Object.entries(MODES).map(([name, [title, text]]) => html`
            <label class="line"><input type="radio" name="mode" value=${name} .checked=${name === this.mode}
              @change=${() => this.app.go(`#/boards/${path(this.id)}/what-if${query({mode: name === 'each' ? undefined : name})}`, {replace: true})}>
              <span>${title} <span class="muted">${text}</span></span></label>`)}</fieldset>
          <div role="status">${answer(this.failure)}</div>
          <div class="verbs"><a class="button" href="#/boards/${path(this.id)}">Back to the board</a><span class="fill"></span>
            <button type="submit" class="main" ?disabled=${this.busy}>${this.busy ? 'Judging …' : 'Judge'}</button></div>
        </form>
        <div class="report" role="region" aria-label="Report" tabindex="0">${this.report ? this.#found(this.report)
          : html`<p class="muted">Change the blueprint, and ask what would flip.</p>`}</div>
      </section>`;
  }

  #found(report) {
    const {clauses, invocations, tokens, leaves, damaged = {}} = report;
    const isOld = report.text !== this.field.text || report.mode !== this.mode;
    return html`
      <h2>${report.flips ? count(report.flips, 'verdict flips', 'verdicts flip') : 'Nothing flips'}
        <span class="muted">of ${whole(report.judged)} asked${report.unjudged ? `, ${whole(report.unjudged)} not asked` : ''}</span></h2>
      ${isOld ? html`<p class="gone">You have changed something since; judge again to see what it does.</p>` : nothing}
      ${clauses.map((clause) => this.#clause(clause))}
      ${Object.entries(leaves).map(([board, sequence]) => html`<p class="good">From <a href=${entryOf(board, sequence)}>entry ${sequence}</a> on
        workers would have been invited otherwise; what follows is not judged.</p>`)}
      ${Object.values(damaged).map((why) => html`<p class="failed">${why}</p>`)}
      <h3>Invocations</h3>
      ${invited('would have been made, and were not', invocations.new)}
      ${invited('were made, and would not have been', invocations.gone)}
      ${Object.keys({...invocations.new, ...invocations.gone}).length ? nothing : html`<p>The same.</p>`}
      <h3>Tokens</h3>
      <p>${short(tokens.saved)} saved, about ${short(tokens.spent)} spent</p>`;
  }

  #clause({clause, text, change, flips, first}) {
    const isStricter = change !== 'committed-now';
    return html`
      <section class="flip ${isStricter ? 'stricter' : ''}">
        <h3><span aria-hidden="true">${isStricter ? '✗' : '✓'}</span> ${whole(flips)} ${CHANGES[change]} <code>${clause}</code></h3>
        ${text ? html`<pre class="clause">${text}</pre>` : nothing}
        <ol class="chain">${first.map((one) => html`<li><a href=${entryOf(one.board, one.sequence)}>entry ${one.sequence}</a>
          <b>${one.worker}</b> ${change === 'rejected-now' || one.then === 'commit' ? one.now : one.then}</li>`)}</ol>
        ${flips > first.length ? html`<p class="muted">and ${whole(flips - first.length)} more</p>` : nothing}
      </section>`;
  }
}

const entryOf = (board, sequence) => `#/boards/${path(board)}${query({e: sequence})}`;

function invited(title, counts) {
  const all = Object.entries(counts);
  return all.length ? html`<p>${title}:</p><ul class="chain">${all.map(([name, number]) => html`<li>${whole(number)} ${name}</li>`)}</ul>` : nothing;
}
