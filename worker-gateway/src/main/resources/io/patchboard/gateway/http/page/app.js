// The page: which view the address names, what is common to all, and the keys.

import {html, nothing, render} from './lit/lit-html.js';
import {repeatedly, server, useToken} from './api.js';
import {AuditView} from './audit.js';
import {BoardView} from './board.js';
import {BoardsView} from './boards.js';
import {CreateView} from './create.js';
import {DecideView} from './decide.js';
import {HurtsView} from './hurts.js';
import {InboxView} from './inbox.js';
import {LostView} from './lost.js';
import {ManyView} from './many.js';
import {failed} from './parts.js';
import {WhatIfView} from './whatif.js';
import {WorkflowView} from './workflow.js';

const VIEWS = [
  [/^\/$/, BoardsView],
  [/^\/boards\/([^/]+)$/, BoardView],
  [/^\/boards\/([^/]+)\/what-if$/, WhatIfView],
  [/^\/boards\/([^/]+)\/workflow$/, WorkflowView],
  [/^\/many$/, ManyView],
  [/^\/inbox$/, InboxView],
  [/^\/audit$/, AuditView],
  [/^\/decide\/([^/]+)\/(\d+)$/, DecideView],
  [/^\/hurts$/, HurtsView],
  [/^\/new$/, CreateView],
];

const KEYS = [
  ['j  k', 'next, previous'],
  ['Enter', 'open'],
  ['/', 'search'],
  ['←  →', 'version before, after'],
  ['[  ]', 'rejection before, after'],
  ['d', 'compare with a version'],
  ['l', 'live: follow the latest'],
  ['a r m e', 'in the inbox: approve, reject, modify, escalate'],
  ['g b', 'boards'],
  ['g i', 'inbox: what waits for a person'],
  ['g r', 'rejections: where it hurts'],
  ['g a', 'done by hand'],
  ['g n', 'a new board'],
  ['c', 'copy the address of what is shown'],
  ['t', 'light, dark, or as the system has it'],
  ['?', 'these keys'],
];

/** Where nothing comes, only how long ago all was changes. */
const AGES_MILLIS = 30000;

const THEME = 'patchboard.theme';
const THEMES = ['auto', 'light', 'dark'];

class App {
  #view = null;
  #of = '';
  #scheduled = false;
  #after = [];
  #pressed = '';
  #said = '';

  constructor() {
    this.update = this.update.bind(this);
    this.#use(localStorage.getItem(THEME) ?? 'auto');
    addEventListener('hashchange', () => this.#route());
    addEventListener('keydown', (event) => this.#key(event));
    server.addEventListener('change', () => this.update());
    this.#route();
    repeatedly(AGES_MILLIS, new AbortController().signal, async () => this.update());
  }

  /** Goes to an address; replacing is for what one does not want to come back to, such as each letter of a search. */
  go(address, {replace = false} = {}) {
    if (replace) {
      history.replaceState(null, '', address);
      this.#route();
    } else {
      location.hash = address;
    }
  }

  /** Renders with the next frame, once, and then does what was asked for. */
  update(after) {
    if (typeof after === 'function') {
      this.#after.push(after);
    }
    if (!this.#scheduled) {
      this.#scheduled = true;
      requestAnimationFrame(() => {
        this.#scheduled = false;
        this.#render();
      });
    }
  }

  /** One line for a moment, which screen readers say. */
  say(text) {
    this.#said = text;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.#said = '';
      this.update();
    }, 4000);
    this.update();
  }

  #route() {
    const address = location.hash.slice(1) || '/';
    const mark = address.indexOf('?');
    const where = mark < 0 ? address : address.slice(0, mark);
    const parameters = new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1));
    const [pattern, View] = VIEWS.find(([one]) => one.test(where)) ?? [/^(.*)$/s, LostView];
    if (this.#of !== where) {
      const moved = this.#of !== '';
      this.#of = where;
      this.#view?.close();
      this.#view = new View(this, ...(pattern.exec(where) ?? []).slice(1).map(decode));
      if (moved) {
        this.update(() => document.querySelector('main').focus({preventScroll: true}));
      }
    }
    this.#view.show(parameters);
    this.update();
  }

  #key(event) {
    const typing = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (event.key === 'Escape' && typing && !document.querySelector('dialog[open]')) {
      event.target.blur();
      event.preventDefault(); // which would clear a search
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) {
      return;
    }
    const keys = this.#pressed + event.key;
    this.#pressed = '';
    if (keys === 'g') {
      this.#pressed = 'g';
    } else if (keys === 'gb') {
      this.go('#/');
    } else if (keys === 'gi') {
      this.go('#/inbox');
    } else if (keys === 'gr') {
      this.go('#/hurts');
    } else if (keys === 'ga') {
      this.go('#/audit');
    } else if (keys === 'gn') {
      this.go('#/new');
    } else if (keys === '?') {
      document.getElementById('keys').showModal();
    } else if (keys === 'c') {
      this.#copy();
    } else if (keys === 't') {
      this.#nextTheme();
    } else if (!this.#view.key(event)) {
      return;
    }
    event.preventDefault();
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.say('The address is copied.');
    } catch {
      this.say('The browser does not let this page copy; take the address from its bar.');
    }
  }

  #use(theme) {
    this.theme = theme;
    if (theme === 'auto') {
      localStorage.removeItem(THEME);
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem(THEME, theme);
      document.documentElement.dataset.theme = theme;
    }
  }

  #nextTheme() {
    this.#use(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]);
    this.update();
  }

  #render() {
    document.title = `${this.#view.title} · PatchBoard`;
    render(this.#template(), document.body);
    this.#view.rendered?.();
    this.#after.splice(0).forEach((work) => work());
  }

  #template() {
    return html`
      <a class="skip" href="#main" @click=${(event) => { event.preventDefault(); document.querySelector('main').focus(); }}>Skip to the content</a>
      <header class="top">
        <a class="brand" href="#/" aria-label="PatchBoard"><img src="page/icon.svg" alt="" width="18" height="18"> <span class="word">PatchBoard</span></a>
        ${this.#view.capability ? nothing : html`<nav aria-label="Views">
          <a href="#/" aria-current=${this.#of === '/' ? 'page' : nothing}>Boards</a>
          <a href="#/inbox" aria-current=${this.#of === '/inbox' ? 'page' : nothing}>Inbox</a>
          <a href="#/hurts" aria-current=${this.#of === '/hurts' ? 'page' : nothing}>Rejections</a>
          <a href="#/new" aria-current=${this.#of === '/new' ? 'page' : nothing}><span class="word">New board</span><span class="narrow">New</span></a>
        </nav>`}
        <span class="fill"></span>
        <button type="button" class="quiet" @click=${() => this.#nextTheme()} title="Light, dark, or as the system has it (t)"
          aria-label="Look: ${this.theme}"><span aria-hidden="true">◐</span> <span class="word">${this.theme}</span></button>
        <button type="button" class="quiet" aria-label="Keys" title="Keys (?)"
          @click=${() => document.getElementById('keys').showModal()}>?</button>
      </header>
      <div role="status" class="said">
        ${server.lost ? html`<p class="lost">The server does not answer. What you see is as it was.</p>` : nothing}
        ${this.#said ? html`<p>${this.#said}</p>` : nothing}
      </div>
      <main tabindex="-1" id="main">${server.locked ? this.#lock() : this.#shown()}</main>
      ${keys()}`;
  }

  /** What one view cannot show is said in its place; the way to the others stays. */
  #shown() {
    try {
      return this.#view.template();
    } catch (failure) {
      console.error(failure);
      return failed({message: `The page cannot show this: ${failure.message}`});
    }
  }

  #lock() {
    return html`
      <form class="lock" @submit=${(event) => {
        event.preventDefault();
        useToken(new FormData(event.target).get('token'));
        location.reload();
      }}>
        <h1>This server asks for a token</h1>
        <p>Whoever started it has one. It stays in this tab, and goes to this server only.</p>
        <label>Token <input name="token" type="password" autocomplete="off" required autofocus></label>
        <button type="submit" class="main">Use it</button>
      </form>`;
  }
}

function keys() {
  return html`
    <dialog id="keys" aria-labelledby="keys-title" @click=${(event) => event.target.id === 'keys' && event.target.close()}>
      <form method="dialog">
        <h2 id="keys-title">Keys</h2>
        <dl class="keys">${KEYS.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl>
        <button type="submit" class="main">Close</button>
      </form>
    </dialog>`;
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

document.body.replaceChildren();
new App();
