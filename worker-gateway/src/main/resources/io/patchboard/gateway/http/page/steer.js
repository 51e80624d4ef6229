// Steering a board from the slider's place: what each way asks for, and what it sends.

import {html, nothing} from './lit/lit-html.js';
import {Written} from './api.js';

const json = (name, label, rows, isNeeded) => html`<label>${label}
  <textarea name=${name} rows=${rows} class="mono" spellcheck="false" ?required=${isNeeded}></textarea></label>`;

const written = (form, name) => (form.get(name)?.trim() ? new Written(form.get(name)) : undefined);

/** By the name of the route. `fields` gets the version at the slider, a field for a blueprint, and the board's marks. */
export const WAYS = {
  marks: {
    title: 'Mark',
    text: 'Keeps the board as it is now under a name, so that it can be restored.',
    fields: () => html`<label>Name <input name="name" required autocomplete="off"></label>`,
    body: (form) => ({name: form.get('name')}),
  },
  edit: {
    title: 'Edit the state',
    text: 'By a patch of yours: schema, invariants and budgets are asked, contracts are not. On a paused board, who is to be invited for it waits.',
    fields: () => json('patch', 'Patch (JSON Patch)', 6, true),
    body: (form) => ({patch: written(form, 'patch')}),
  },
  restore: {
    title: 'Restore',
    text: 'Leads back by a patch that becomes a new version; nothing is erased. What is open ends, and is invited again as it was then.',
    fields: (version, blueprint, marks) => html`<label>Version <input name="version" type="number" min="1" .defaultValue=${String(version)}></label>
      ${marks.length ? html`<label>or a mark <select name="mark"><option value=""></option>${marks.map((mark) => html`
        <option value=${mark.name}>${mark.name} (v${mark.version})</option>`)}</select></label>` : nothing}`,
    body: (form) => (form.get('mark') ? {mark: form.get('mark')} : {version: Number(form.get('version'))}),
  },
  fork: {
    title: 'Fork',
    text: 'Makes a new board that begins with the state of this version. This one stays as it is.',
    fields: (version, blueprint) => html`<label>Version <input name="version" type="number" min="1" required .defaultValue=${String(version)}></label>
      <label>Name of the new board <input name="as" required autocomplete="off"></label>
      ${json('input', 'Another input (JSON), if it is to have one: the state stays', 2, false)}
      ${blueprint.template('Blueprint (JSON): its own, or another', {rows: 8, isNeeded: false})}`,
    body: (form, blueprint, shown) => ({
      version: Number(form.get('version')),
      as: form.get('as'),
      input: written(form, 'input'),
      // The blueprint that is shown is that of the version that was shown, and counts for another one, too.
      blueprint: blueprint.isOther || Number(form.get('version')) !== shown ? written(form, 'blueprint') : undefined,
    }),
  },
  blueprint: {
    title: 'Amend the blueprint',
    text: 'The state has to satisfy it. Rules do not fire on what is there already.',
    fields: (version, blueprint) => html`${blueprint.template('Blueprint (JSON)', {rows: 10})}
      <label>Who is at work <select name="open"><option value="keep">goes on under the old contract</option><option value="supersede">is invited anew</option></select></label>`,
    body: (form) => ({blueprint: written(form, 'blueprint'), open: form.get('open')}),
  },
};
