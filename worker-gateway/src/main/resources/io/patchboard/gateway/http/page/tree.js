// JSON as a tree, and what changed in it marked in place.

import {html, nothing} from './lit/lit-html.js';
import {handle, template as blobTemplate} from './blob.js';

const SOME = 50;
const FEW = 12;
const TEXT = 240;

/** A number that JavaScript would round is kept as it is written. */
const isRaw = (value) => Boolean(JSON.isRawJSON?.(value));

const isNode = (value) => value !== null && typeof value === 'object' && !isRaw(value);

export function equal(one, other) {
  if (one === other) {
    return true;
  }
  if (!isNode(one) || !isNode(other) || Array.isArray(one) !== Array.isArray(other)) {
    return isRaw(one) && isRaw(other) && one.rawJSON === other.rawJSON;
  }
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && equal(one[name], other[name]));
}

/**
 * What leads from an old value to a new one: undefined if nothing does; else what became of it, `+`, `-` or `~`, or
 * of its members. Those of an array are matched from both ends.
 */
export function differ(old, now) {
  if (old === undefined || now === undefined) {
    return old === now ? undefined : {mark: old === undefined ? '+' : '-', old};
  }
  if (!isNode(old) || !isNode(now) || Array.isArray(old) !== Array.isArray(now)) {
    return equal(old, now) ? undefined : {mark: '~', old};
  }
  const members = new Map();
  const gone = [];
  const pair = (name, before, after) => {
    const found = differ(before, after);
    if (found?.mark === '-') {
      gone.push({name, at: Number(name), old: before});
    } else if (found) {
      members.set(String(name), found);
    }
  };
  if (Array.isArray(now)) {
    pairItems(old, now, pair);
  } else {
    new Set([...Object.keys(old), ...Object.keys(now)]).forEach((name) => pair(
      name, Object.hasOwn(old, name) ? old[name] : undefined, Object.hasOwn(now, name) ? now[name] : undefined));
  }
  return members.size || gone.length ? {members, gone} : undefined;
}

function pairItems(old, now, pair) {
  let start = 0;
  while (start < old.length && start < now.length && equal(old[start], now[start])) {
    start++;
  }
  let end = 0;
  while (end < old.length - start && end < now.length - start && equal(old[old.length - 1 - end], now[now.length - 1 - end])) {
    end++;
  }
  for (let i = start; i < Math.max(old.length, now.length) - end; i++) {
    pair(i, i < old.length - end ? old[i] : undefined, i < now.length - end ? now[i] : undefined);
  }
}

/** How many places changed: `+`, `~`, `-`. */
export function counted(change, found = {'+': 0, '~': 0, '-': 0}) {
  if (change?.mark) {
    found[change.mark]++;
  }
  change?.members?.forEach((member) => counted(member, found));
  found['-'] += change?.gone?.length ?? 0;
  return found;
}

const escape = (name) => String(name).replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at a JSON Pointer, or undefined. */
export function at(value, pointer) {
  return pointer.split('/').slice(1).reduce((found, step) => {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return isNode(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }, value);
}

const cut = (text) => (text.length > TEXT ? `${text.slice(0, TEXT)}…` : text);
const WORDS = {'+': 'added', '~': 'changed', '-': 'removed'};

function brief(value) {
  if (Array.isArray(value)) {
    return value.length ? `[${value.length}]` : '[]';
  }
  if (isNode(value)) {
    const names = Object.keys(value);
    return names.length ? `{${cut(names.join(', '))}}` : '{}';
  }
  return cut(JSON.stringify(value));
}

/** Which nodes are open, and which texts and lists are shown as a whole; kept while the value changes. */
export class Tree {
  #open = new Map();
  #more = new Map();
  #small = new WeakMap();

  /** @param ask what to do with the place of a value whose writers are asked for; absent where nobody can tell */
  constructor(update, label, ask) {
    this.update = update;
    this.label = label;
    this.ask = ask;
    this.place = null;
  }

  /** Opens what leads to a place, and marks it. */
  reveal(pointer) {
    this.place = pointer;
    const steps = pointer.split('/');
    steps.forEach((_, count) => this.#open.set(steps.slice(0, count).join('/'), true));
    steps.slice(1).forEach((step, depth) => {
      const parent = steps.slice(0, depth + 1).join('/');
      this.#more.set(parent, Math.max(this.#more.get(parent) ?? SOME, (Number(step) || 0) + FEW));
    });
  }

  #isOpen(pointer, value, change, depth) {
    return this.#open.get(pointer) ?? (Boolean(change?.members || change?.gone) || depth === 0
      || (depth < 3 && Object.keys(value).length <= FEW && this.#isSmall(value)));
  }

  /** Looked at once for each value: large ones would be written out with every frame. */
  #isSmall(value) {
    let small = this.#small.get(value);
    if (small === undefined) {
      small = JSON.stringify(value).length < 1500;
      this.#small.set(value, small);
    }
    return small;
  }

  #toggle(pointer, isOpen) {
    this.#open.set(pointer, !isOpen);
    this.update();
  }

  template(value, change) {
    return html`<div class="tree" role="group" aria-label=${this.label}>${isNode(value)
      ? html`<ul>${this.#members(value, change, '', 0)}</ul>` : this.#leaf(value)}</div>`;
  }

  #leaf(value, pointer) {
    const text = JSON.stringify(value);
    const kind = value === null ? 'null' : isRaw(value) ? 'number' : typeof value;
    if (text.length <= TEXT || this.#open.get(pointer)) {
      return html`<span class="value ${kind}">${text}</span>`;
    }
    return html`<span class="value ${kind}">${cut(text)}</span>
      <button type="button" class="more" @click=${() => this.#toggle(pointer, false)}>all ${text.length} characters</button>`;
  }

  #members(value, change, pointer, depth) {
    const names = Object.keys(value);
    const most = this.#more.get(pointer) ?? SOME;
    const shown = names.length <= most ? names
      : [...names.slice(0, most), ...names.slice(most).filter((name) => change?.members?.has(name)).slice(0, SOME)];
    return html`
      ${names.length || change?.gone ? nothing : html`<li class="muted">${Array.isArray(value) ? '[]' : '{}'}</li>`}
      ${shown.map((name) => this.#member(name, value[name], change?.mark === '+' ? change : change?.members?.get(name), `${pointer}/${escape(name)}`, depth))}
      ${shown.length < names.length ? html`<li><button type="button" class="more" @click=${() => {
        this.#more.set(pointer, most + 4 * SOME);
        this.update();
      }}>${names.length - shown.length} more</button></li>` : nothing}
      ${(change?.gone ?? []).slice(0, SOME).map(({name, old}) => html`
        <li><div class="node removed">${this.#mark('-')}<span class="name">${name}</span><span class="held"><del class="value">${brief(old)}</del></span></div></li>`)}`;
  }

  #member(name, value, change, pointer, depth) {
    const blob = isNode(value) ? handle(value) : undefined;
    const isOpen = !blob && isNode(value) && Object.keys(value).length > 0 && this.#isOpen(pointer, value, change, depth + 1);
    const tone = change?.mark === '+' ? 'added' : change?.mark === '~' ? 'changed' : '';
    const before = change?.mark === '~' ? html` <del title="what it was before">${brief(change.old)}</del>` : nothing;
    const inside = !change?.mark && (change?.members || change?.gone);
    return html`<li>
      <div class="node ${tone} ${this.place === pointer ? 'place' : ''}" data-pointer=${pointer} title=${pointer}>
        ${this.#mark(change?.mark ?? (inside ? '·' : ''))}
        ${!blob && isNode(value) && (Object.keys(value).length || change?.gone)
          ? html`<button type="button" class="fold" aria-expanded=${isOpen} @click=${() => this.#toggle(pointer, isOpen)}><span
              aria-hidden="true">${isOpen ? '▾' : '▸'}</span><span class="name">${name}</span></button>
              <span class="held brief">${isOpen ? (Array.isArray(value) ? `[${value.length}]` : '') : brief(value)}${before}</span>`
          : html`<span class="name">${name}</span><span class="held">${blob ? blobTemplate(blob, this.update) : isNode(value) ? html`<span class="brief">${brief(value)}</span>`
            : this.#leaf(value, pointer)}${before}</span>`}
        ${this.ask ? html`<button type="button" class="who-wrote" aria-label="Who wrote ${pointer}" title="Who wrote it"
          @click=${() => this.ask(pointer)}>who</button>` : nothing}
      </div>
      ${isOpen ? html`<ul>${this.#members(value, change, pointer, depth + 1)}</ul>` : nothing}
    </li>`;
  }

  #mark(mark) {
    return html`<span class="mark" aria-hidden="true">${mark === '-' ? '−' : mark}</span>${WORDS[mark]
      ? html`<span class="hidden">${WORDS[mark]}: </span>` : nothing}`;
  }
}
