// What a person says to decide an item: which keys, which fields, and what is sent of them.

import {html, nothing} from './lit/lit-html.js';
import {Written} from './api.js';
import {numeral} from './parts.js';

/** The keys of what may be decided about a patch that is held. */
export const DECISION_KEYS = {a: 'approve', r: 'reject', m: 'modify', e: 'escalate'};

export const reason = (isNeeded) => html`<label>Reason, kept in the log${isNeeded ? '' : ' (may be left out)'}
  <textarea name="reason" rows="2" ?required=${isNeeded} autofocus></textarea></label>`;

/** What it takes to decide an item in one way. */
export function decisionFields(item, option, workers) {
  return html`
    ${option === 'worker' ? html`<label>Worker <select name="worker">${workers.map((name) => html`<option>${name}</option>`)}</select></label>` : nothing}
    ${option === 'raise' ? html`<label>New bound of ${item.detail}, in all <input name="most" type="number" min="0" step="any" required></label>` : nothing}
    ${option === 'modify' ? html`<label>The patch in its place <textarea name="patch" rows="8" class="mono" required spellcheck="false"
      .value=${item.held ? JSON.stringify(item.held.patch, null, 1) : ''}></textarea></label>` : nothing}
    ${reason(true)}`;
}

/**
 * Whether a worker called a tool and does not know what became of it: who has found out may say so, and the next attempt
 * goes by it.
 */
const isUnknown = ({reason, message}) => reason === 'failed' && message.includes('Find out whether it was done');

export const callFields = (item, option) => (option !== 'retry' || !isUnknown(item) ? nothing : html`
  <label>The call of a tool of which nobody knew <select name="call"><option value="">nobody knows: it is asked about once more</option>
    <option value="done">was done</option><option value="absent">was not done, and is to be made</option></select></label>
  <label>Its result (JSON), if it was done <textarea name="result" rows="2" class="mono" spellcheck="false"></textarea></label>`);

/** What is said of that call; undefined where nothing is. Throws an error for people where the result is no JSON. */
export function settlement({worker}, form) {
  const call = form.get('call');
  try {
    return call ? {worker, done: call === 'done', result: call === 'done' && form.get('result') ? new Written(form.get('result')) : undefined} : undefined;
  } catch (failure) {
    throw new Error(`The result is no JSON: ${failure.message}`);
  }
}

/** What is sent of these. Throws an error for people where a patch is no JSON. */
export function decision(item, option, form) {
  let patch;
  try {
    patch = form.get('patch') ? new Written(form.get('patch')) : undefined;
  } catch (failure) {
    throw new Error(`The patch is no JSON: ${failure.message}`);
  }
  return {
    patch,
    option,
    reason: form.get('reason'),
    worker: form.get('worker') ?? undefined,
    raised: form.get('most') ? [{budget: item.detail, most: new Written(numeral(form.get('most')))}] : undefined,
  };
}
