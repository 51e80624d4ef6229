// A new board: from a blueprint that is pasted, or that of another board; its input by a form.

import {html, nothing} from './lit/lit-html.js';
import {repeat} from './lit/directives/repeat.js';
import {Writer, Written, path, query} from './api.js';
import {BlueprintField, blueprintOf} from './blueprint.js';
import {answer, numeral} from './parts.js';

const SIMPLE = ['string', 'integer', 'number'];

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

  async #create(form) {
    this.answer = null;
    this.busy = true;
    this.app.update();
    const {text} = this.field;
    const boardId = form.get('boardId').trim() || undefined;
    try {
      const json = await this.field.inJson();
      const {body: created} = await (json === undefined
        ? this.#writer.write(`v1/boards${query({boardId})}`, text, 'application/yaml')
        : this.#writer.write('v1/boards', {boardId, blueprint: new Written(json), input: this.#input(JSON.parse(json)?.input, form)}));
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
      return form.get('input')?.trim() ? parsed('input', form.get('input')) : undefined;
    }
    const input = {};
    for (const [name, property] of members(schema)) {
      const text = form.get(`input/${name}`);
      if (text !== '' && text !== null) {
        input[name] = property.type === 'boolean' ? text === 'yes' : property.type === 'string' || choices(property) ? text : parsed(name, text);
      }
    }
    return input;
  }

  template() {
    const {read} = this.field;
    return html`
      <section class="create" aria-label="New board">
        <form @submit=${(event) => { event.preventDefault(); this.#create(new FormData(event.target)); }}>
          <h1>New board</h1>
          ${this.field.template('Blueprint, in JSON or YAML', {rows: 14})}
          <label>Id <span class="muted">(one is made if it is left out)</span> <input name="boardId" autocomplete="off" spellcheck="false"></label>
          ${read?.input ? this.#fields(read.input) : nothing}
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
    return html`<fieldset><legend>Input</legend>${repeat(members(schema), ([name, {type}]) => `${name} ${type}`, ([name, property]) => {
      const field = `input/${name}`;
      const isRequired = Array.isArray(schema.required) && schema.required.includes(name);
      const text = html`${property.title ?? name}${isRequired ? '' : html` <span class="muted">(may be left out)</span>`}
        ${property.description ? html`<span class="muted">${property.description}</span>` : nothing}`;
      if (choices(property)) {
        return html`<label>${text}<select name=${field} ?required=${isRequired}>${isRequired ? nothing : html`<option></option>`}
          ${choices(property).map((one) => html`<option>${one}</option>`)}</select></label>`;
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

/** The properties of an input; while a blueprint is written, these may be anything, and the server says so. */
const members = ({properties}) => Object.entries(properties).map(([name, property]) => [name, property ?? {}]);

/** Some texts, of which one is meant; undefined where any value may be. */
function choices({type, enum: some}) {
  return type === 'boolean' ? ['no', 'yes'] : Array.isArray(some) && some.every((one) => typeof one === 'string') ? some : undefined;
}

function parsed(name, text) {
  try {
    return new Written(numeral(text));
  } catch (failure) {
    throw new Error(`Expected JSON in ${name}, but ${failure.message}`);
  }
}
