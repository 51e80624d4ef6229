// A field for a blueprint, which the server checks while one types.

import {html, nothing} from './lit/lit-html.js';
import {live} from './lit/directives/live.js';
import {ask, path, query, read} from './api.js';
import {count} from './parts.js';

const TYPING_MILLIS = 300;
const MOST_SHOWN = 20;

/** The value of JSON; undefined where it is none. */
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isJson = (text) => parsed(text) !== undefined;

/** What is said where nothing could be found out. */
const unknown = ({message}) => ({valid: false, errors: [{pointer: '', message}], warnings: []});

/** A board's own blueprint at a version, to be read by people. */
export async function blueprintOf(board, version) {
  const {body} = await read(`v1/boards/${path(board)}/blueprint${query({version})}`);
  return JSON.stringify(body, null, 2);
}

export class BlueprintField {
  text = '';
  begun = '';
  verdict = null;
  /** What could be read here last: a text that is being written cannot be for a while. YAML is the server's to read. */
  read;
  #of = '';
  #waiting = null;
  #asking = null;

  /** @param takesYaml whether what is no JSON may be YAML */
  constructor(update, {takesYaml = false} = {}) {
    this.update = update;
    this.takesYaml = takesYaml;
  }

  close() {
    clearTimeout(this.#waiting);
    this.#asking?.abort();
  }

  /** Begins with a text that somebody else wrote. */
  begin(text) {
    this.text = text;
    this.begun = text;
    this.#changed(0);
  }

  /** Begins with a board's own blueprint, unless somebody has written here since it was asked for. */
  async beginWith(board, version) {
    const of = `${board} ${version}`;
    if (this.#of === of) {
      return;
    }
    this.#of = of;
    try {
      const text = await blueprintOf(board, version);
      if (this.#of === of && !this.text) {
        this.begin(text);
      }
    } catch (failure) {
      if (this.#of === of) {
        this.#of = '';
        this.verdict ??= unknown(failure);
      }
    }
    this.update();
  }

  /** Empty, as if nobody had been here. */
  clear() {
    this.close();
    this.#of = '';
    Object.assign(this, {text: '', begun: '', verdict: null, read: undefined});
  }

  /** What stands here in JSON, exactly as it is written; undefined of YAML in which the server reads no blueprint. */
  async inJson() {
    const {text} = this;
    if (isJson(text)) {
      return text;
    }
    return (this.verdict?.of === text ? this.verdict : await this.#judge(text))?.blueprint;
  }

  get isOther() {
    return this.text.trim() !== '' && this.text !== this.begun;
  }

  #changed(millis) {
    this.close();
    this.read = this.text.trim() ? parsed(this.text) ?? this.read : undefined;
    this.#waiting = setTimeout(() => this.#check(), millis);
    this.update();
  }

  async #check() {
    if (!this.text.trim()) {
      this.verdict = null;
      this.update();
      return;
    }
    this.#asking = new AbortController();
    const {signal} = this.#asking;
    try {
      this.verdict = await this.#judge(this.text, signal);
      this.read = this.verdict ? parsed(this.verdict.blueprint) ?? this.read : parsed(this.text);
    } catch (failure) {
      if (signal.aborted) {
        return;
      }
      this.verdict = unknown(failure);
    }
    this.update();
  }

  /**
   * What the server says of a text; null of a gateway of its own, which does not check: the answer to what is sent in
   * the end will tell.
   */
  async #judge(text, signal) {
    const type = this.takesYaml && !isJson(text) ? 'application/yaml' : 'application/json';
    try {
      return {...(await ask('v1/blueprints/validate', text, {type, signal})).body, of: text};
    } catch (failure) {
      if (failure.status === 404 || failure.status === 405) {
        return null;
      }
      throw failure;
    }
  }

  /** Puts the cursor where a remark is about. */
  #to(event, line) {
    const field = event.target.closest('.blueprint-field').querySelector('textarea');
    const lines = field.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    field.focus();
    field.setSelectionRange(start, start + (lines[line - 1] ?? '').length);
    field.scrollTop = (field.scrollHeight / lines.length) * Math.max(0, line - 3);
  }

  template(label, {rows = 12, isNeeded = true} = {}) {
    const {verdict} = this;
    return html`
      <div class="blueprint-field">
        <label>${label}
          <textarea name="blueprint" rows=${rows} class="mono" spellcheck="false" ?required=${isNeeded} aria-describedby="remarks"
            aria-invalid=${verdict && !verdict.valid ? 'true' : nothing} .value=${live(this.text)}
            @input=${(event) => this.#typed(event)} @change=${(event) => this.#typed(event)}></textarea></label>
        <div id="remarks" role="status">${verdict ? this.#remarks(verdict) : nothing}</div>
      </div>`;
  }

  #typed({target}) {
    if (target.value !== this.text) {
      this.text = target.value;
      this.#changed(TYPING_MILLIS);
    }
  }

  #remarks({valid, errors, warnings}) {
    return html`
      <p class=${valid ? 'muted' : 'misfit'}>${valid ? 'valid' : count(errors.length, 'error')}${warnings.length
        ? `, ${count(warnings.length, 'warning')}` : ''}</p>
      ${errors.length ? html`<ul class="remarks errors" aria-label="Errors">${this.#list(errors)}</ul>` : nothing}
      ${warnings.length ? html`<ul class="remarks" aria-label="Warnings">${this.#list(warnings)}</ul>` : nothing}`;
  }

  #list(remarks) {
    return html`
      ${remarks.slice(0, MOST_SHOWN).map(({pointer, line, message}) => html`<li>
        ${line ? html`<button type="button" class="link" @click=${(event) => this.#to(event, line)}>line ${line}</button> ` : nothing}
        ${pointer ? html`<code>${pointer}</code> ` : nothing}${message}</li>`)}
      ${remarks.length > MOST_SHOWN ? html`<li>and ${remarks.length - MOST_SHOWN} more</li>` : nothing}`;
  }
}
