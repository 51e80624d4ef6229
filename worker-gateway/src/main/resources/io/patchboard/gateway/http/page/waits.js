// Why a board is not done: who owes an answer, what is held, what a person has to decide.

import {html, nothing} from './lit/lit-html.js';
import {path} from './api.js';

const FEW = 5;
const clock = (time) => new Date(time).toLocaleTimeString();

/** The way to another board. */
export const board = (id) => html`<a href="#/boards/${path(id)}">${id}</a>`;

export function waits({needsPerson = [], needsPersonBelow = [], missingBlobs = [], blobsUnknown = false, erased = [], openInvocations = [], waitingInvocations = [], heldTriggers = [], end, damage}, words = new Map()) {
  const lines = [
    ...needsPerson.map((item) => html`<li class="needs-line"><b>! needs a person</b> ${item.message}</li>`),
    ...needsPersonBelow.map((item) => html`<li class="needs-line"><b>! needs a person</b> on ${board(item.boardId)}, which this one waits for: ${item.message}</li>`),
    ...missingBlobs.slice(0, FEW).map((sha256) => html`<li class="needs-line"><b>! missing</b> blob <code>${sha256}</code>: put its bytes again</li>`),
    ...(blobsUnknown ? [html`<li class="wait-line">the blob store is slow: it does not say which blobs are missing</li>`] : []),
    ...erased.slice(0, FEW).map(({subject, by, at, reason}) => html`<li class="needs-line"><b>erased</b> what was sealed about <code>${subject}</code>, by ${by} at ${at}: ${reason}</li>`),
    ...openInvocations.slice(0, FEW).map((open) => html`<li><b>${open.worker}</b> is working${open.board ? html` on ${board(open.board)}` : ''}${open.attempt > 1 ? `, attempt ${open.attempt}` : ''}, due ${clock(open.deadline)}${words.get(open.invocationId) ? html`: ${words.get(open.invocationId)}` : ''}</li>`),
    ...waitingInvocations.slice(0, FEW).map((wait) => html`<li class="wait-line"><b>${wait.worker}</b> is invited again at ${clock(wait.notBefore)}, attempt ${wait.attempt}</li>`),
    ...heldTriggers.slice(0, FEW).map((held) => html`<li class="wait-line">held: ${held.reason}${held.worker ? html` for <b>${held.worker}</b>` : ''}${held.due ? `, until ${clock(held.due)}` : ''}</li>`),
    ...(damage ? [html`<li class="needs-line">${String(damage)}</li>`] : []),
    ...(end && end.type !== 'BoardCompleted' ? [html`<li class="wait-line">${[end.reason, end.message, end.by && `by ${end.by}`].filter(Boolean).join(', ')}</li>`] : []),
  ];
  return lines.length ? html`<ul class="waits-for" tabindex="0" aria-label="What it waits for">${lines}</ul>` : nothing;
}
