// An entry of the log: in a line of the timeline, and as a whole.

import {html, nothing} from './lit/lit-html.js';
import {at} from './tree.js';
import {cost, count, when, whole} from './parts.js';
import {path} from './api.js';
import {board} from './waits.js';

const OPERATIONS = {add: '+', replace: '~', remove: '−', move: '→', copy: '»', test: '='};
const FEW = 12;
const MOST_CHARS = 400;

const words = (type) => type.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** What stands in the timeline: a shape, who, and what. */
export function line(entry) {
  switch (entry.type) {
    case 'PatchCommitted':
      return {glyph: '✓', tone: 'commit', who: entry.worker, what: operations(entry)};
    case 'PatchRejected':
      return {glyph: '✗', tone: 'reject', who: entry.worker, what: `${entry.stage} ${entry.stage === 'INVARIANT' && entry.rule ? entry.rule : entry.code}`};
    case 'PatchHeld':
      return {glyph: '‖', tone: 'event', who: entry.worker, what: 'held by a gate'};
    case 'WorkerInvoked':
      return {glyph: '→', tone: 'invite', who: entry.worker, what: `${entry.rule ? `rule ${entry.rule}` : 'invited'}${entry.because ? ` after ${entry.because}` : ''}${entry.attempt > 1 ? `, attempt ${entry.attempt}` : ''}`};
    case 'CommandRejected':
      return {glyph: '✗', tone: 'reject', who: 'command', what: `${entry.stage} ${entry.code}`};
    case 'BoardCreated':
      return {glyph: '◆', tone: 'event', who: 'created', what: entry.name ?? ''};
    case 'NeedsPerson':
      return {glyph: '!', tone: 'reject', who: 'needs a person', what: entry.reason ?? ''};
    case 'Decided':
      return {glyph: '◆', tone: 'event', who: 'decided', what: [entry.option, entry.by && `by ${entry.by}`].filter(Boolean).join(' ')};
    default:
      return {glyph: '◆', tone: 'event', who: words(entry.type).replace(/^board /, ''), what: [entry.reason, entry.by && `by ${entry.by}`].filter(Boolean).join(' ')};
  }
}

function operations(entry) {
  const shown = entry.paths.map(({op, path}) => `${OPERATIONS[op] ?? op} ${path || 'all'}`).join(' · ');
  const left = (entry.operations ?? 0) - entry.paths.length;
  return left > 0 ? `${shown}  and ${left} more` : shown;
}

/**
 * All that is known of an entry.
 *
 * @param found `entry`, `view` and `causes` as the API has them, and `blueprint` as the board was created with
 * @param go what to do with a sequence, and `place` with a JSON Pointer into the state
 */
export function details(found, go, place, trees) {
  const {entry, causes, blueprint} = found;
  const view = found.view ?? entry.view;
  const {glyph, tone} = line({...entry, paths: []});
  const given = entry.patch ?? entry.proposal?.patch;
  const patch = Array.isArray(given) ? given : undefined; // what was refused may be anything
  const offending = entry.stage && /^\/patch\/(\d+)/.exec(entry.pointer ?? '')?.[1];
  return html`
    <h2 class="entry-title"><span class="glyph ${tone}" aria-hidden="true">${glyph}</span> ${words(entry.type)}
      <span class="muted">${entry.sequence} · v${entry.version} · ${when(entry.time)} ago</span></h2>
    ${entry.stage ? rejection(entry, blueprint, offending === undefined ? place : null) : nothing}
    <dl class="facts">
      ${fact('Who', entry.worker && html`${entry.worker}${entry.attempt > 1 ? ` (attempt ${entry.attempt})` : ''}`)}
      ${fact('By', entry.by)}
      ${fact('Board', causes?.entry.board && board(causes.entry.board))}
      ${fact('Reason', typeof entry.reason === 'string' ? entry.reason : undefined)}
      ${fact('Message', entry.stage ? undefined : entry.message)}
      ${fact('Why', why(entry, go, place))}
      ${fact('Cost', usage(entry.usage ?? entry.proposal?.usage))}
      ${fact('Version', (entry.usage ?? entry.proposal?.usage)?.workerVersion)}
      ${fact('Caveats', [...(entry.taint ?? []), ...(entry.marks ?? [])].join(', '))}
      ${fact('Deadline', entry.deadline && new Date(entry.deadline).toLocaleString())}
      ${fact('Next attempt', next(entry, causes, go))}
    </dl>
    ${entry.card ? html`<h3>${entry.card.title}</h3>
      <ul class="sentences">${[...entry.card.changes, ...entry.card.shown].map((sentence) => html`<li>${sentence}</li>`)}</ul>
      ${entry.card.reverse ? html`<p>To undo: ${entry.card.reverse}</p>` : nothing}` : nothing}
    ${patch ? html`<h3>Patch</h3>
      <ol class="patch">${patch.map((operation, number) => html`
        <li class=${String(number) === offending ? 'offending' : ''}>${step(operation, place)}</li>`)}</ol>` : nothing}
    ${entry.result === undefined ? nothing : html`<h3>Result</h3>${trees.result.template(entry.result)}`}
    ${view === undefined ? nothing : html`<details class="fold-out" @toggle=${(event) => { trees.viewOpen = event.target.open; trees.view.update(); }}>
      <summary>What ${entry.worker} was shown</summary>${trees.viewOpen ? trees.view.template(view) : nothing}</details>`}
    ${causes ? html`
      ${chain('Came from', causes.causes, go, 0)}
      ${(causes.above ?? []).map(above)}
      ${chain('Led to', causes.caused, go, causes.more)}` : nothing}
    <details class="fold-out" @toggle=${(event) => { trees.rawOpen = event.target.open; trees.raw.update(); }}>
      <summary>The entry as it stands in the log</summary>${trees.rawOpen ? trees.raw.template(entry) : nothing}</details>`;
}

const fact = (name, value) => (value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : nothing);

const to = (sequence, go, text = sequence) => html`<button type="button" class="link" @click=${() => go(sequence)}>${text}</button>`;

const pointer = (where, place) => html`<button type="button" class="link mono" title="Show it in the state" @click=${() => place(where)}>${where || '(all)'}</button>`;

function why(entry, go, place) {
  const trigger = entry.trigger;
  if (!trigger) {
    return undefined;
  }
  return html`${trigger.rule ? html`rule <b>${trigger.rule}</b>, ` : nothing}because of ${to(trigger.sequence, go)}${trigger.path
    ? html` at ${pointer(trigger.path, place)}` : nothing}`;
}

function usage(used) {
  if (!used) {
    return undefined;
  }
  const parts = [
    used.inputTokens !== undefined && `${whole(used.inputTokens)} + ${whole(used.outputTokens ?? 0)} tokens`,
    used.cost !== undefined && cost(used.cost),
    typeof used.model === 'string' && used.model,
    used.toolCalls && count(used.toolCalls, 'call') + ' of tools',
  ].filter(Boolean);
  return parts.length ? parts.join(' · ') : undefined;
}

function rejection(entry, blueprint, place) {
  const clause = entry.rule && clauseText(entry, blueprint);
  return html`
    <div class="rejection">
      <p><b>${entry.stage}</b> ${entry.code}${entry.rule ? html` · <b>${entry.rule}</b>` : nothing}</p>
      <p class="message">${entry.message}</p>
      ${entry.pointer === undefined ? nothing : html`<p>at ${place && !entry.pointer.startsWith('/patch')
        ? pointer(entry.pointer, place) : html`<code>${entry.pointer}</code>`}</p>`}
      ${clause === undefined ? nothing : html`<pre class="clause" tabindex="0" aria-label="The clause, as the blueprint has it">${clause}</pre>`}
    </div>`;
}

/** The clause as it stands in the blueprint: an invariant has a name, anything else a place, in the schema or the whole. */
function clauseText({rule, stage}, blueprint) {
  const clause = rule.startsWith('/') ? at(stage === 'SCHEMA' ? blueprint?.state?.schema : blueprint, rule)
    : blueprint?.invariants?.find(({name}) => name === rule);
  return clause === undefined ? undefined : JSON.stringify(clause, null, 2);
}

function next(entry, causes, go) {
  if (entry.type !== 'PatchRejected' || !causes) {
    return undefined;
  }
  const again = causes.caused.find((link) => link.type === 'WorkerInvoked' && link.worker === entry.worker && link.causes.includes(entry.sequence));
  if (!again) {
    return entry.retryAt ? 'none yet' : 'none: it was the last, or nobody was invited';
  }
  const answer = causes.caused.find((link) => link.type.startsWith('Patch') && link.causes.includes(again.sequence));
  return html`${to(again.sequence, go, `invited again by ${again.sequence}`)}, ${answer
    ? html`${answer.type === 'PatchCommitted' ? 'committed' : 'rejected'} as ${to(answer.sequence, go)}` : 'not answered yet'}`;
}

const cut = (text) => (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text);

export function step(operation, place) {
  const {op, path, from, value} = operation ?? {};
  if ([op, path, from ?? ''].some((one) => typeof one !== 'string')) {
    return html`<code class="value">${cut(JSON.stringify(operation))}</code>`;
  }
  const shown = value === undefined ? '' : JSON.stringify(value);
  return html`<span class="operation">${op}</span> ${from === undefined ? nothing : html`${pointer(from, place)} → `}${pointer(path, place)}
    ${shown ? html`<code class="value">${cut(shown)}</code>` : nothing}`;
}

/** What led to it on a board for which this one was made. */
function above({boardId, entry, causes}) {
  return html`<h3>On ${board(boardId)}</h3>
    <ol class="chain">${[...causes.slice(1 - FEW), entry].map((link) => {
      const {glyph, tone, who} = line({...link, paths: [], stage: '', code: '', because: undefined});
      return html`<li><a href="#/boards/${path(boardId)}?e=${link.sequence}"><span class="glyph ${tone}" aria-hidden="true">${glyph}</span>
        <span class="muted">${link.sequence}</span> ${who} <span class="muted">${words(link.type)}</span></a></li>`;
    })}</ol>`;
}

function chain(title, links, go, more) {
  if (!links.length) {
    return nothing;
  }
  const shown = title === 'Led to' ? links.slice(0, FEW) : links.slice(-FEW);
  const left = links.length - shown.length + more;
  return html`<h3>${title}</h3>
    <ol class="chain">${shown.map((link) => {
      const {glyph, tone, who, what} = line({...link, paths: [], stage: '', code: '', because: undefined});
      return html`<li><button type="button" class="link" @click=${() => go(link.sequence)}><span class="glyph ${tone}" aria-hidden="true">${glyph}</span>
        <span class="muted">${link.sequence}</span> ${who} <span class="muted">${link.type === 'WorkerInvoked' ? what : words(link.type)}</span></button></li>`;
    })}${left > 0 ? html`<li class="muted">and ${count(left, 'other')}</li>` : nothing}</ol>`;
}
