// What answers took, by worker and by model, as small charts; the circuit breakers that opened; and how gates were decided.

import {html, nothing} from './lit/lit-html.js';
import {path} from './api.js';
import {cost, count, number, short, whole} from './parts.js';

const seconds = (value) => (value === undefined ? '–' : `${value < 10 ? value.toFixed(1) : whole(Math.round(value))} s`);

const bar = (value, most, text) => html`<span class="share"><span class="bar-of" aria-hidden="true"><span
  .style=${`width: ${most ? (100 * number(value)) / most : 0}%`}></span></span> ${text}</span>`;

/** @param counted what the server counted, by `worker` and by `model`; undefined while it is read */
export function answers(counted) {
  if (!counted) {
    return nothing;
  }
  const {trips} = counted.worker;
  return html`
    ${['worker', 'model'].map((by) => chart(by, counted[by].answers))}
    <h2>Circuit breakers that opened</h2>
    ${trips.length ? html`
      <div class="wide" tabindex="0" role="region" aria-label="Circuit breakers that opened"><table>
        <thead><tr><th scope="col">Detector</th><th scope="col">About</th><th scope="col">Times</th><th scope="col">The latest</th></tr></thead>
        <tbody>${trips.map((trip) => html`<tr><th scope="row">${trip.detector}</th><td>${trip.worker || 'boards as a whole'}</td>
          <td>${bar(trip.count, trips[0].count, whole(trip.count))}</td>
          <td><a href="#/boards/${path(trip.example.board)}?e=${trip.example.sequence}">${trip.example.board}</a></td></tr>`)}</tbody>
      </table></div>` : html`<p class="muted">None did.</p>`}`;
}

function chart(by, rows) {
  const most = (of) => Math.max(0, ...rows.map(of).map(number));
  const [tokens, money, slow] = [most((one) => one.tokens), most((one) => one.cost), most((one) => one.slowest ?? 0)];
  return html`
    <h2>Answers by ${by}</h2>
    ${rows.length ? html`
      <div class="wide answers" tabindex="0" role="region" aria-label="Answers by ${by}"><table>
        <thead><tr><th scope="col" class="by">${by}</th><th scope="col" class="number">Committed</th><th scope="col" class="number">Rejected</th>
          <th scope="col">Tokens</th><th scope="col">Cost</th><th scope="col">Median time</th><th scope="col">95 % within</th></tr></thead>
        <tbody>${rows.map((one) => html`<tr><th scope="row">${one.key || 'unknown'}</th>
          <td class="number">${whole(one.committed)}</td><td class="number">${whole(one.rejected)}</td>
          <td>${bar(one.tokens, tokens, short(one.tokens))}</td><td>${bar(one.cost, money, cost(one.cost))}</td>
          <td>${bar(one.seconds ?? 0, slow, seconds(one.seconds))}</td><td>${bar(one.slowest ?? 0, slow, seconds(one.slowest))}</td></tr>`)}</tbody>
      </table></div>` : html`<p class="muted">Nobody has answered.</p>`}`;
}

/** How gates were decided; where nearly all was allowed as it was, one may ask whether anybody looks. */
export function figures(approvals) {
  const stamps = approvals.filter((one) => one.rubberStamp);
  const share = (part) => (part === undefined ? '–' : `${Math.round(part * 100)} %`);
  return html`
    <details class="fold-out figures"><summary>Decided so far, ${count(approvals.length, 'gate')}${stamps.length
      ? html` <b class="needs">${stamps[0].gate}: rubber stamp?</b>` : nothing}</summary>
      <div class="wide" tabindex="0" role="region" aria-label="Decided so far"><table>
        <thead><tr><th scope="col">Gate</th>${['Asked', 'Open', 'Approved', 'As it was', 'Modified', 'Rejected', 'Escalated', 'Timed out', 'Median time'].map((name) => html`
          <th scope="col" class="number">${name}</th>`)}</tr></thead>
        <tbody>${approvals.map((one) => html`<tr>
          <th scope="row"><b>${one.gate}</b> <span class="muted">${one.blueprint}</span>${one.rubberStamp
            ? html` <b class="needs" title="Over 95 % of more than 50 were allowed as they were">rubber stamp?</b>` : nothing}</th>
          ${[whole(one.asked), whole(one.open), whole(one.approved), share(one.unmodified), whole(one.modified), whole(one.rejected), whole(one.escalated), whole(one.timedOut),
            one.secondsToDecision === undefined ? '–' : `${one.secondsToDecision < 10 ? one.secondsToDecision.toFixed(1) : whole(Math.round(one.secondsToDecision))} s`]
            .map((value) => html`<td class="number">${value}</td>`)}
        </tr>`)}</tbody>
      </table></div>
    </details>`;
}
