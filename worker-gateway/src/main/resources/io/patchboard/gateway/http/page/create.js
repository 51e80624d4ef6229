// A new board: from a blueprint that is pasted, or that of another board; its input by a form.

import {html, nothing} from './lit/lit-html.js';
import {Writer, Written, path, query} from './api.js';
import {BlueprintField, blueprintOf} from './blueprint.js';
import {answer} from './parts.js';

const SIMPLE = ['string', 'integer', 'number', 'boolean'];

export class CreateView {
  title = 'New board';
  from = '';
  #writer = new Writer();

  constructor(app) {
    this.app = app;
    this.field = new BlueprintField(app.update, {takesYaml: true});
  }

  async show(parameters) {
    const from = parameters.get('from');
    if (from && from !== this.from) {
      this.from = from;
      try {
        this.field.begin(await blueprintOf(from));
      } catch (failure) {
        this.answer = {isGood: false, text: failure.message};
      }
      this.app.update();
    }
  }

  close() {
    this.field.close();
  }

  key() {
    return false;
  }

  /** The blueprint if it is JSON; YAML is the server's to read. */
  get #blueprint() {
    try {
      return JSON.parse(this.field.text);
    } catch {
      return undefined;
    }
  }

  async #create(form) {
    this.answer = null;
    this.busy = true;
    this.app.update();
    const blueprint = this.#blueprint;
    const boardId = form.get('boardId').trim() || undefined;
    try {
      const body = blueprint ? {boardId, blueprint: new Written(this.field.text), input: this.#input(blueprint.input, form)} : this.field.text;
      const {body: created} = await this.#writer.write(blueprint ? 'v1/boards' : `v1/boards${query({boardId})}`, body, blueprint ? 'application/json' : 'application/yaml');
      this.app.go(`#/boards/${path(created.boardId)}`);
    } catch (failure) {
      this.answer = {isGood: false, text: failure.message, ...failure.document, detail: undefined};
    }
    this.busy = false;
    this.app.update();
  }

  #input(schema, form) {
    if (!schema) {
      return undefined;
    }
    if (!schema.properties) {
      return parsed('input', form.get('input'));
    }
    const input = {};
    for (const [name, property] of Object.entries(schema.properties)) {
      const text = form.get(`input/${name}`);
      if (property.type === 'boolean') {
        input[name] = text === 'on';
      } else if (text !== '' && text !== null) {
        input[name] = property.type === 'string' || isChoice(property) ? text : parsed(name, text);
      }
    }
    return input;
  }

  template() {
    const blueprint = this.#blueprint;
    return html`
      <section class="create" aria-label="New board">
        <form @submit=${(event) => { event.preventDefault(); this.#create(new FormData(event.target)); }}>
          <h1>New board</h1>
          ${this.field.template('Blueprint, in JSON or YAML', {rows: 14})}
          <label>Id <span class="muted">(one is made if it is left out)</span> <input name="boardId" autocomplete="off" spellcheck="false"></label>
          ${blueprint?.input ? this.#fields(blueprint.input) : nothing}
          <div role="status">${answer(this.answer)}</div>
          <div class="verbs"><a class="button" href="#/">Leave it</a><span class="fill"></span>
            <button type="submit" class="main" ?disabled=${this.busy}>Create</button></div>
        </form>
      </section>`;
  }

  #fields(schema) {
    if (!schema.properties) {
      return html`<label>Input, in JSON<textarea name="input" rows="4" class="mono" spellcheck="false"></textarea></label>`;
    }
    return html`<fieldset><legend>Input</legend>${Object.entries(schema.properties).map(([name, property]) => {
      const field = `input/${name}`;
      const isRequired = (schema.required ?? []).includes(name);
      const text = html`${property.title ?? name}${isRequired ? '' : html` <span class="muted">(may be left out)</span>`}
        ${property.description ? html`<span class="muted">${property.description}</span>` : nothing}`;
      if (isChoice(property)) {
        return html`<label>${text}<select name=${field} ?required=${isRequired}>${isRequired ? nothing : html`<option></option>`}
          ${property.enum.map((one) => html`<option>${one}</option>`)}</select></label>`;
      }
      if (property.type === 'boolean') {
        return html`<label class="line"><input type="checkbox" name=${field}> ${text}</label>`;
      }
      if (property.type === 'string') {
        return html`<label>${text}<textarea name=${field} rows="2" ?required=${isRequired}></textarea></label>`;
      }
      return SIMPLE.includes(property.type)
        ? html`<label>${text}<input type="number" step=${property.type === 'integer' ? 1 : 'any'} name=${field} ?required=${isRequired}></label>`
        : html`<label>${text} <span class="muted">in JSON</span><textarea name=${field} rows="4" class="mono" spellcheck="false" ?required=${isRequired}></textarea></label>`;
    })}</fieldset>`;
  }
}

/** One of some texts. */
function isChoice(property) {
  return Boolean(property.enum?.every((one) => typeof one === 'string'));
}

function parsed(name, text) {
  try {
    return new Written(text);
  } catch (failure) {
    throw new Error(`Expected JSON in ${name}, but ${failure.message}`);
  }
}
