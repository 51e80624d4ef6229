// Where it hurts: what the rejections have in common, those that are most first.

import {html, nothing} from './lit/lit-html.js';
import {answers} from './answers.js';
import {path, query, read, repeatedly} from './api.js';
import {failed, short, whole} from './parts.js';

const WAYS = ['clause', 'worker', 'model', 'stage', 'path'];
const REFRESH_MILLIS = 30000;

const percent = (share) => `${Math.round(share * 100)} %`;

export class HurtsView {
  title = 'Where it hurts';

  constructor(app) {
    this.app = app;
    this.ended = new AbortController();
    repeatedly(REFRESH_MILLIS, this.ended.signal, () => this.#load());
  }

  show(parameters) {
    this.asked = {by: parameters.get('by') ?? 'clause', blueprint: parameters.get('blueprint'), board: parameters.get('board')};
    Object.assign(this, {rejections: null, counted: null});
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
      const {body} = await read(`v1/analytics/rejections${query(asked)}`, {signal: this.ended.signal});
      if (asked === this.asked) {
        this.rejections = body.rejections;
        this.left = body.left;
        this.failure = null;
        this.app.update();
        await this.#loadAnswers(asked);
      }
    } catch (failure) {
      this.failure = this.ended.signal.aborted ? null : failure;
    }
    this.app.update();
  }

  /** One after the other: the server counts for one at a time. */
  async #loadAnswers(asked) {
    const counted = {};
    for (const by of ['worker', 'model']) {
      const {blueprint, board} = asked;
      counted[by] = (await read(`v1/analytics/answers${query({by, blueprint, board})}`, {signal: this.ended.signal})).body;
    }
    if (asked === this.asked) {
      this.counted = counted;
    }
  }

  #address(change) {
    const {by, ...rest} = {...this.asked, ...change};
    return `#/hurts${query({...rest, by: by === 'clause' ? undefined : by})}`;
  }

  template() {
    const {asked, rejections} = this;
    const fired = rejections?.filter((one) => one.count) ?? [];
    const never = rejections?.filter((one) => !one.count) ?? [];
    return html`
      <section class="hurts" aria-label="Where it hurts">
        <header class="filters">
          <h1>Where it hurts</h1>
          <nav class="choices" aria-label="By">${WAYS.map((by) => html`
            <a class="choice" href=${this.#address({by})} aria-current=${asked.by === by ? 'true' : nothing}>by ${by}</a>`)}</nav>
          ${['blueprint', 'board'].filter((name) => asked[name]).map((name) => html`
            <a class="chip" href=${this.#address({[name]: undefined})} aria-label="Show all, not only ${name} ${asked[name]}">
              ${name} <b>${asked[name]}</b> <span aria-hidden="true">✕</span></a>`)}
        </header>
        ${failed(this.failure)}
        ${!rejections ? html`<p class="muted">${this.failure ? '' : 'Reading …'}</p>` : fired.length ? this.#table(fired)
          : html`<p class="muted">Nothing was rejected.</p>`}
        ${rejections && this.left ? html`<p class="muted">And ${whole(this.left)} more that are less. Choose a blueprint or a board to see them.</p>` : nothing}
        ${never.length ? html`<details class="fold-out"><summary>${whole(never.length)} ${never.length === 1 ? 'clause has' : 'clauses have'} not fired</summary>
          <ul class="never">${never.map((one) => html`<li><code>${one.key}</code> <span class="muted">${one.blueprint} ${one.text}</span></li>`)}</ul></details>` : nothing}
        ${answers(this.counted)}
      </section>`;
  }

  #table(fired) {
    return html`
      <div class="wide" tabindex="0" role="region" aria-label="Rejections"><table>
        <thead><tr><th scope="col" class="by">${this.asked.by}</th><th scope="col" class="number">Rejections</th><th scope="col">Share</th>
          <th scope="col" class="number">Tokens</th><th scope="col" class="number">Time</th><th scope="col" class="number">Repaired</th>
          <th scope="col" class="number">Attempts</th><th scope="col">See</th></tr></thead>
        <tbody>${fired.map((one) => ({...one, invariant: invariantOf(one.text)})).map((one) => html`<tr>
          <th scope="row">${one.invariant ? html`<b>${one.invariant.name}</b> ` : nothing}<span class="mono">${one.key || 'unknown'}</span>${one.blueprint
            ? html` <a class="muted" href=${this.#address({blueprint: one.blueprint})}>${one.blueprint}</a>` : nothing}
            ${one.invariant?.message ? html`<span class="message">${one.invariant.message}</span>` : nothing}
            ${one.text ? html`<span class="text muted">${one.invariant?.rule ?? one.text}</span>` : nothing}</th>
          <td class="number">${whole(one.count)}</td>
          <td><span class="share"><span class="bar-of" aria-hidden="true"><span .style=${`width: ${100 * one.share}%`}></span></span> ${percent(one.share)}</span></td>
          <td class="number">${short(one.tokens)}</td>
          <td class="number">${one.seconds < 10 ? one.seconds.toFixed(1) : whole(Math.round(one.seconds))} s</td>
          <td class="number">${one.retried ? `${whole(one.repaired)} of ${whole(one.retried)}` : '–'}</td>
          <td class="number">${one.attemptsUntilCommit ?? '–'}</td>
          <td>${one.example ? html`<a href="#/boards/${path(one.example.board)}?e=${one.example.sequence}">${one.example.board}</a>` : nothing}</td>
        </tr>`)}</tbody>
      </table></div>`;
  }
}

/** What a clause is that has a name; undefined for any other. */
function invariantOf(clause) {
  try {
    const found = JSON.parse(clause);
    return found?.name ? found : undefined;
  } catch {
    return undefined;
  }
}
