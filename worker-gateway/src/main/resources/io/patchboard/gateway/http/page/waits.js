// Why a board is not done: who owes an answer, what is held, what a person has to decide.

import {html, nothing} from './lit/lit-html.js';
import {path} from './api.js';

const FEW = 5;

/** A time of today without its day. */
function clock(time) {
  const at = new Date(time);
  return at.toDateString() === new Date().toDateString() ? at.toLocaleTimeString() : at.toLocaleString();
}

/** The first of them, and how many there are beside. */
const few = (items, line, tone = 'wait-line') => [...items.slice(0, FEW).map(line),
  ...(items.length > FEW ? [html`<li class=${tone}>and ${items.length - FEW} more</li>`] : [])];

/** The way to another board. */
export const board = (id) => html`<a href="#/boards/${path(id)}">${id}</a>`;

export function waits({needsPerson = [], needsPersonBelow = [], missingBlobs = [], blobsUnknown = false, erased = [], openInvocations = [], waitingInvocations = [], heldTriggers = [], away = {}, end, damage, phase}, words = new Map()) {
  const people = openInvocations.filter(({person}) => person);
  const lines = [
    ...few(needsPerson, (item) => html`<li class="needs-line"><b>! needs a person</b> ${item.message}</li>`, 'needs-line'),
    ...few(needsPersonBelow, (item) => html`<li class="needs-line"><b>! needs a person</b> on ${board(item.boardId)}, which this one waits for: ${item.message}</li>`, 'needs-line'),
    ...few(missingBlobs, (sha256) => html`<li class="needs-line"><b>! missing</b> blob <code>${sha256}</code>: put its bytes again</li>`, 'needs-line'),
    ...(blobsUnknown ? [html`<li class="wait-line">the blob store is slow: it does not say which blobs are missing</li>`] : []),
    ...few(erased, ({subject, by, at, reason}) => html`<li class="wait-line"><b>erased</b> what was sealed about <code>${subject}</code>, by ${by} at ${clock(at)}: ${reason}</li>`),
    ...few(Object.entries(away), ([worker, {since, class: of, message}]) => html`<li class="wait-line"><b>${worker}</b> is away since ${clock(since)} (${of}): ${message}</li>`),
    ...(phase === 'paused'
      ? few(people, (open) => html`<li class="wait-line">a person is to answer as <b>${open.worker}</b> once the board goes on</li>`)
      : few(people, (open) => html`<li class="needs-line"><b>! needs a person</b> to answer as <b>${open.worker}</b>, due ${clock(open.deadline)}: see the <a href="#/inbox">inbox</a></li>`, 'needs-line')),
    ...few(openInvocations.filter(({person}) => !person), (open) => html`<li><b>${open.worker}</b> is working${open.board ? html` on ${board(open.board)}` : ''}${open.attempt > 1 ? `, attempt ${open.attempt}` : ''}, due ${clock(open.deadline)}${words.get(open.invocationId) ? html`: ${words.get(open.invocationId)}` : ''}</li>`, ''),
    ...few(waitingInvocations, (wait) => html`<li class="wait-line"><b>${wait.worker}</b> is invited again at ${clock(wait.notBefore)}, attempt ${wait.attempt}</li>`),
    ...few(heldTriggers, (held) => html`<li class="wait-line">held: ${held.reason}${held.worker ? html` for <b>${held.worker}</b>` : ''}${held.due ? `, until ${clock(held.due)}` : ''}</li>`),
    ...(damage ? [html`<li class="needs-line">${String(damage)}</li>`] : []),
    ...(end && end.type !== 'BoardCompleted' ? [html`<li class="wait-line">${[end.reason, end.message, end.by && `by ${end.by}`].filter(Boolean).join(', ')}</li>`] : []),
  ];
  return lines.length ? html`<ul class="waits-for" tabindex="0" aria-label="What it waits for">${lines}</ul>` : nothing;
}
