// Fields by the types of a JSON Schema, for who is to write a value and no JSON. What is left empty is left as it is.

import {html, nothing} from './lit/lit-html.js';
import {exact} from './api.js';
import {number, numeral} from './parts.js';
import {parts} from './patch.js';

const MOST_REFERENCES = 10;
const ITEM = /^(\d+|-|\*)$/;

/** A schema in whose place another one of the same document may stand. */
function resolved(schema, root) {
  let here = schema;
  for (let i = 0; i < MOST_REFERENCES && here?.$ref?.startsWith('#/'); i++) {
    here = parts(here.$ref.slice(1)).reduce((node, name) => node?.[name], root);
  }
  return here !== null && typeof here === 'object' ? here : undefined;
}

/** What a schema says of a place; undefined where it says nothing. */
export function schemaAt(schema, names, root = schema) {
  const here = resolved(schema, root);
  if (!here || !names.length) {
    return here && {...here, $defs: root.$defs};
  }
  const [name, ...rest] = names;
  const next = here.properties?.[name] ?? (here.items && ITEM.test(name) ? here.items : here.additionalProperties);
  return typeof next === 'object' ? schemaAt(next, rest, root) : undefined;
}

/** A pattern with the item in it that the invitation is about. */
function filled(pattern, about) {
  const item = parts(about ?? '');
  const names = pattern.split('/').slice(1);
  const follows = (end) => names.slice(0, end).every((name, i) => name === '*' || name === item[i]);
  return names.map((name, i) => (name === '*' && item[i] !== undefined && follows(i) ? item[i].replaceAll('~', '~0').replaceAll('/', '~1') : name))
    .map((name) => `/${name}`).join('');
}

/**
 * The places that a contract lets one write, where no name has to be chosen for it and the schema says what stands there.
 *
 * @param schemaOf tells what the schema says of a pattern
 * @param about the place of the item that the invitation is about
 */
export function places(contract, schemaOf, about) {
  const found = new Map();
  for (const {op, path} of contract.write ?? []) {
    const where = filled(path, about);
    const how = ['replace', 'add', 'create'].find((one) => [op].flat().includes(one) && (one !== 'replace' || !where.endsWith('/-')));
    const said = where.includes('*') ? undefined : schemaOf(path);
    if (how && said && !found.has(where)) {
      found.set(where, {op: how === 'create' ? 'add' : how, path: where, schema: said});
    }
  }
  return [...found.values()];
}

const typeOf = (schema) => [schema.type].flat().find((type) => type !== 'null');

/** @param change told of the value; undefined where nothing is to be written */
export function field(name, schema, root, change) {
  const said = resolved(schema, root) ?? {};
  const label = html`${said.title ?? name}${said.description ? html` <span class="muted">${said.description}</span>` : nothing}`;
  const typed = (read) => (event) => {
    const {value} = event.target;
    try {
      event.target.setCustomValidity('');
      change(value === '' ? undefined : read(value));
    } catch (failure) {
      event.target.setCustomValidity(`It is no JSON: ${failure.message}`);
    }
  };
  if (said.enum?.every((one) => one === null || typeof one !== 'object')) {
    return choice(name, label, said.enum.map((one) => [String(one), one]), change);
  }
  switch (typeOf(said)) {
    case 'boolean':
      return choice(name, label, [['yes', true], ['no', false]], change);
    case 'integer':
    case 'number':
      return html`<label>${label}<input type="number" data-field=${name} step=${typeOf(said) === 'integer' ? 1 : 'any'} @input=${typed((text) => exact(numeral(text)))}></label>`;
    case 'string':
      return html`<label>${label}<textarea rows="2" data-field=${name} maxlength=${number(said.maxLength) ?? nothing} @input=${typed(String)}></textarea></label>`;
    case 'object':
      if (said.properties) {
        return members(label, said, root, change);
      }
      break;
    case 'array':
      if (typeOf(resolved(said.items, root) ?? {}) === 'string') {
        return html`<label>${label} <span class="muted">one a line</span><textarea rows="3" data-field=${name}
          @input=${typed((text) => text.split('\n').filter(Boolean))}></textarea></label>`;
      }
      break;
    default:
  }
  return html`<label>${label} <span class="muted">in JSON</span><textarea rows="3" class="mono" data-field=${name} spellcheck="false" @input=${typed(exact)}></textarea></label>`;
}

const choice = (name, label, options, change) => html`<label>${label}<select data-field=${name} @change=${(event) => change(options[event.target.selectedIndex - 1]?.[1])}>
  <option value=""></option>${options.map(([text]) => html`<option>${text}</option>`)}</select></label>`;

/** An object is written once one of its members is. */
function members(label, schema, root, change) {
  const written = {};
  return html`<fieldset><legend>${label}</legend>${Object.entries(schema.properties).map(([name, one]) => field(name, one, root, (value) => {
    written[name] = value;
    const given = Object.entries(written).filter(([, member]) => member !== undefined);
    change(given.length ? Object.fromEntries(given) : undefined);
  }))}</fieldset>`;
}

/** One operation that the contract allows, to be filled in. */
export function operation(contract) {
  if (!contract) {
    return '[]';
  }
  const op = [contract.op].flat()[0];
  const one = {op, path: contract.path};
  if (op === 'move' || op === 'copy') {
    one.from = '/';
  } else if (op !== 'remove') {
    one.value = '';
  }
  return JSON.stringify([one], null, 1);
}

/** What a patch begins with: nothing where fields write it, else one operation. */
export const begun = (contract, schemaOf, about) => (places(contract, schemaOf, about).length ? '[]' : operation(contract.write?.[0]));
