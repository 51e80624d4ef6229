// Small things that several views show.

import {html, nothing} from './lit/lit-html.js';

const PHASES = {
  open: {glyph: '●', tone: 'live'},
  paused: {glyph: '❚❚', tone: 'wait'},
  completed: {glyph: '✓', tone: 'calm'},
  halted: {glyph: '■', tone: 'bad'},
  cancelled: {glyph: '○', tone: 'calm'},
  compensating: {glyph: '↶', tone: 'wait'},
};

export const PHASE_NAMES = ['open', 'paused', 'compensating', 'completed', 'halted', 'cancelled'];

/** A word with its shape beside the colour. */
export function phase(word) {
  const {glyph, tone} = PHASES[word] ?? {glyph: '·', tone: 'calm'};
  return html`<span class="phase ${tone}"><span aria-hidden="true">${glyph}</span> ${word}</span>`;
}

const STEPS = [[60, 's'], [60, 'm'], [24, 'h'], [365, 'd'], [Infinity, 'y']];

/** How long ago, in one unit. */
export function ago(time, now = Date.now()) {
  let left = Math.max(0, Math.floor((now - Date.parse(time)) / 1000));
  for (const [size, unit] of STEPS) {
    if (left < size) {
      return `${left} ${unit}`;
    }
    left = Math.floor(left / size);
  }
  return '';
}

const WHOLE = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', {notation: 'compact', maximumSignificantDigits: 3});

/** A number to calculate with: one that is kept as it is written, as it would be rounded, is rounded. */
export const number = (value) => (JSON.isRawJSON?.(value) ? Number(value.rawJSON) : value);

/** What stands in a field for a number, in JSON, which has no .5 and no 05. */
export const numeral = (text) => text.replace(/^(-?)0+(?=\d)/, '$1').replace(/^-?(?=\.)/, '$&0');

const money = (value) => (value === 0 ? '0' : value < 0.01 ? value.toPrecision(2) : value.toFixed(2));

export const whole = (value) => WHOLE.format(number(value));
export const short = (value) => (number(value) < 10000 ? whole(value) : SHORT.format(number(value)));
export const cost = (value) => money(Number(number(value)));

export const when = (time) => html`<time datetime=${time} title=${new Date(time).toLocaleString()}>${ago(time)}</time>`;

export const count = (value, one, more = `${one}s`) => `${whole(value)} ${value === 1 ? one : more}`;

/** What is said where nobody hears of what comes; nothing where somebody does. */
export const notLive = (failure) => failure && {message: `This is not live, but asked for again and again: ${failure.message}`};

/** What went wrong, where it did. */
export const failed = (failure) => (failure
  ? html`<p class="failed" role="alert"><span aria-hidden="true">!</span> ${failure.message}</p>` : nothing);

/** What went wrong with something that was sent, to be shown as its answer. */
export function refusal(failure) {
  const {stage, code, pointer, errors} = failure.document ?? {};
  return {isGood: false, text: failure.message, stage, code, pointer, errors};
}

export function answer(given) {
  if (!given) {
    return nothing;
  }
  const {isGood, text, stage, code, pointer, errors = [], following = []} = given;
  return html`<div class=${isGood ? 'good' : 'failed'}>
    ${stage ? html`<p><b>${stage}</b> ${code}${pointer ? html` at <code>${pointer}</code>` : ''}</p>` : nothing}
    <p>${text}</p>
    ${errors.map((error) => html`<p><code>${error.pointer}</code> ${error.message}</p>`)}
    ${following.length ? html`<p>Then: ${following.map((one) => [one.type, one.worker].filter(Boolean).join(' ')).join(', ')}</p>` : nothing}
  </div>`;
}

/** The highest element that browsers draw, and some room. */
const MOST_PIXELS = 30_000_000;

/**
 * Rows of one height each, of which only those that can be seen are in the document. Where all of them are higher than a
 * browser draws, what is seen moves faster than the bar beside it.
 */
export class Window {
  #total = 0;

  constructor(update, height) {
    this.update = update;
    this.height = height;
    this.scroller = null;
    this.sized = new ResizeObserver(() => update());
  }

  /** To be called after each rendering, with the element that scrolls. */
  attach(scroller) {
    if (scroller && scroller !== this.scroller) {
      this.scroller = scroller;
      scroller.addEventListener('scroll', () => this.update(), {passive: true});
      this.sized.disconnect();
      this.sized.observe(scroller);
      this.update();
    }
  }

  get #seen() {
    return this.scroller?.clientHeight || innerHeight;
  }

  /** How many pixels of rows one of the bar stands for. */
  get #speed() {
    const all = this.#total * this.height;
    return all > MOST_PIXELS ? (all - this.#seen) / (MOST_PIXELS - this.#seen) : 1;
  }

  get #top() {
    return (this.scroller?.scrollTop ?? 0) * this.#speed;
  }

  set #top(top) {
    this.scroller.scrollTop = top / this.#speed;
  }

  /** The height of all rows, as far as it can be drawn. */
  get pixels() {
    return Math.min(this.#total * this.height, MOST_PIXELS);
  }

  /** Where a row stands now. */
  place(row) {
    return row * this.height - this.#top + (this.scroller?.scrollTop ?? 0);
  }

  /** First and last row, with some beyond what can be seen. */
  range(total, extra = 6) {
    this.#total = total;
    const top = this.#top;
    const seen = this.#seen;
    const first = Math.max(0, Math.min(total - 1, Math.floor(top / this.height)) - extra);
    return [first, Math.min(total, Math.ceil((top + seen) / this.height) + extra)];
  }

  /** Scrolls no further than it takes to see a row; one that is far away comes to the middle. */
  reveal(row) {
    const {height} = this;
    if (!this.scroller) {
      return;
    }
    const above = this.#top - row * height;
    const below = (row + 1) * height - this.#top - this.#seen;
    if (Math.max(above, below) > height) {
      this.#top = row * height - (this.#seen - height) / 2;
    } else if (above > 0) {
      this.#top -= above;
    } else if (below > 0) {
      this.#top += below;
    }
  }
}
