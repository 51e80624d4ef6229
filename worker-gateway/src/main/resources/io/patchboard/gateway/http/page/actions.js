// What a person does at a board: each a dialog that says what will happen, and shows the server's answer.

import {html, nothing} from './lit/lit-html.js';
import {Writer, Written, ask, exact, path, query} from './api.js';
import {BlueprintField} from './blueprint.js';
import {callFields, decision, decisionFields, reason, settlement} from './decision.js';
import {begun, field, operation, places, schemaAt} from './form.js';
import {answer, count, refusal} from './parts.js';
import {parts} from './patch.js';
import {WAYS} from './steer.js';

const FEW = 3;

const PHASES = {
  open: ['pause', 'cancel'],
  paused: ['resume', 'cancel'],
  compensating: ['cancel'],
  halted: ['reopen'],
  cancelled: ['reopen'],
};

const CONTROLS = {
  pause: {title: 'Pause', text: 'Nobody is invited and no answer is taken until it is resumed; deadlines move by as long.'},
  resume: {title: 'Resume', text: 'The board goes on where it was.'},
  cancel: {title: 'Cancel', text: 'The board ends here, after what it has done is undone where its blueprint says how; while that is being done, cancelling leaves the rest. Its log and state stay readable.'},
  reopen: {title: 'Reopen', text: 'The board goes on; what was abandoned is invited again.', needsReason: true},
};

/** The dialogs of one board. */
export class Actions {
  #open = null;
  #writer = new Writer();
  #settled = null;
  #unsure = null;

  /** @param done what to do with the entry that an action led to */
  constructor(id, app, done) {
    const {update} = app;
    Object.assign(this, {id, app, update, done});
    // Each begins with another one, and what is written in one is not meant for the other.
    this.blueprints = {fork: new BlueprintField(update), blueprint: new BlueprintField(update)};
  }

  #show(action) {
    this.#open = {...action, busy: false, answer: null};
    Object.values(this.blueprints).forEach((field) => field.clear());
    this.update(() => document.getElementById('action').showModal());
  }

  #close() {
    document.getElementById('action')?.close();
    this.#open = null;
    this.update();
  }

  /** Whoever looks at something else by now is not led away from it. */
  close() {
    this.#open = null;
  }

  /** What became of an action: told in its dialog, or for a moment where that was left. */
  #tell(action, answer) {
    Object.assign(action, {busy: false, answer});
    if (this.#open !== action) {
      this.app.say(`${this.id}: ${answer.text}`);
    }
  }

  async #send(where, body, {stay = false, to, action = this.#open} = {}) {
    Object.assign(action, {busy: true, answer: null});
    this.update();
    try {
      const address = `v1/boards/${path(this.id)}/${where}`;
      // To ask first is no request that counts, and does not take the place of one whose answer was lost.
      const {status, body: entry} = stay ? await ask(address, body) : await this.#writer.write(address, body);
      if (stay) {
        const text = entry.type === 'PatchHeld' ? 'A gate would hold it until somebody allows it.'
          : `It would be committed as version ${entry.version}.`;
        this.#tell(action, {isGood: true, text, following: entry.following});
      } else if (status === 202) {
        this.#tell(action, {isGood: true, text: 'It is sent, and not decided yet; the timeline will tell.'});
      } else if (this.#open === action) {
        this.#close();
        this.done(entry, to);
      } else {
        this.#tell(action, {isGood: true, text: `It is done: ${entry.type}, entry ${entry.sequence}.`});
      }
    } catch (failure) {
      this.#tell(action, refusal(failure));
    }
    this.update();
  }

  buttons(status, blueprint, viewHash, version) {
    const isFinal = blueprint?.reopen === false || status.end?.compensation !== undefined;
    const controls = (PHASES[status.phase] ?? []).filter((name) => name !== 'reopen' || !isFinal);
    const asked = status.needsPerson ?? [];
    const guests = Object.entries(blueprint?.workers ?? {}).filter(([, worker]) => worker.unsolicited);
    return html`
      ${asked.slice(0, FEW).map((item) => html`
        <button type="button" class="main" title=${item.message} @click=${() => this.decide(item, blueprint)}>Decide ${asked.length > 1 ? `${item.item} ` : ''}…</button>`)}
      ${asked.length > FEW ? html`<a class="button" href="#/inbox${query({q: this.id, board: this.id, item: asked[0].item})}">${count(asked.length, 'decision')} in the inbox</a>` : nothing}
      ${status.phase === 'open' && guests.length ? html`
        <button type="button" @click=${() => this.#ask(guests, (pattern) => schemaAt(blueprint.state?.schema, parts(pattern)), {viewHash})}>Propose …</button>` : nothing}
      ${controls.map((name) => html`<button type="button" @click=${() => this.#show({kind: name})}>${CONTROLS[name].title}</button>`)}
      <button type="button" @click=${() => this.#show({kind: 'steer', way: 'marks', version, marks: status.marks ?? []})}>Steer …</button>`;
  }

  /** Asks for the patch that a person is to answer with, whose invocation and view are known. */
  answer({worker, message, invocationId, view}) {
    const contract = {instruction: message, write: view.contract};
    const schemaOf = (pattern) => view.schema?.[pattern];
    this.#ask([[worker, contract]], schemaOf, {invocationId, about: view.item?.path});
  }

  #ask(guests, schemaOf, {about, ...more}) {
    const [[worker, contract]] = guests;
    this.#show({kind: 'propose', guests, worker, schemaOf, about, patch: begun(contract, schemaOf, about), ...more});
  }

  /** Asks for what it takes to decide an item, with one of its options chosen. */
  decide(item, blueprint, option) {
    this.#show({kind: 'decide', item, blueprint, option});
  }

  template() {
    const action = this.#open;
    return html`<dialog id="action" aria-labelledby="action-title" @close=${() => { this.#open = null; this.update(); }}>
      ${!action ? nothing : action.kind === 'propose' ? this.#propose(action) : action.kind === 'decide' ? this.#decide(action) : action.kind === 'steer' ? this.#steer(action) : this.#control(action)}
    </dialog>`;
  }

  #form(title, text, fields, verb, submit, more = nothing) {
    const action = this.#open;
    return html`
      <form @submit=${(event) => { event.preventDefault(); submit(new FormData(event.target)); }}
        @keydown=${(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.currentTarget.requestSubmit()}>
        <h2 id="action-title">${title}</h2>
        <p class="muted">${text}</p>
        ${fields}
        <div role="status">${answer(action.answer)}</div>
        <div class="verbs"><button type="button" @click=${() => this.#close()}>Leave it</button><span class="fill"></span>${more}
          <button type="submit" class="main" ?disabled=${action.busy}>${verb}</button></div>
      </form>`;
  }

  #control({kind}) {
    const {title, text, needsReason} = CONTROLS[kind];
    return this.#form(`${title} ${this.id}?`, text, reason(needsReason), title,
      (form) => this.#send(kind, {reason: form.get('reason') || undefined}));
  }

  #steer(action) {
    const {way, version, marks} = action;
    const {title, text, fields, body} = WAYS[way];
    return this.#form(`Steer ${this.id}, at v${version}`, text, html`
      <fieldset class="ways"><legend>What shall happen</legend>${Object.entries(WAYS).map(([name, one]) => html`
        <label class="line"><input type="radio" name="way" value=${name} ?checked=${name === way}
          @change=${() => this.#choose(action, name)}> ${one.title}</label>`)}</fieldset>
      ${fields(version, this.blueprints[way], marks)}
      ${reason(true)}`, title, (form) => {
      let sent;
      try {
        sent = {...body(form, this.blueprints[way], version), reason: form.get('reason')};
      } catch (failure) {
        action.answer = {isGood: false, text: `It is no JSON: ${failure.message}`};
        this.update();
        return;
      }
      this.#send(way, sent, {to: sent.as});
    });
  }

  /** Another way to steer; what takes a blueprint begins with the board's own. */
  #choose(action, way) {
    Object.assign(action, {way, answer: null});
    this.blueprints[way]?.beginWith(this.id, way === 'fork' ? action.version : undefined);
    this.update();
  }

  #decide(action) {
    const {item, blueprint} = action;
    const chosen = action.option ?? item.options[0];
    return this.#form('Decide', item.message, html`
      <fieldset><legend>What shall happen</legend>${item.options.map((option) => html`
        <label class="line"><input type="radio" name="option" value=${option} ?checked=${option === chosen}
          @change=${() => { action.option = option; this.update(); }}> ${option}</label>`)}</fieldset>
      ${callFields(item, chosen)}
      ${decisionFields(item, chosen, Object.keys(blueprint?.workers ?? {}))}`, 'Decide', (form) => this.#sendDecision(item, form));
  }

  /** What is known of a call first: whoever is invited by the decision goes by it. */
  async #sendDecision(item, form) {
    const action = this.#open;
    try {
      const said = settlement(item, form);
      const body = {item: item.item, ...decision(item, form.get('option'), form)};
      if (said) {
        Object.assign(action, {busy: true, answer: null});
        this.update();
        await this.#settle(`${item.item} ${JSON.stringify(said)}`, said);
      }
      await this.#send('resolve', body, {action});
    } catch (failure) {
      this.#tell(action, refusal(failure));
      this.update();
    }
  }

  /** Says it once, also where the decision is sent again. Where the answer was lost, there is no such call any more. */
  async #settle(what, said) {
    if (this.#settled === what) {
      return;
    }
    try {
      await this.#writer.write(`v1/boards/${path(this.id)}/settle`, said);
    } catch (failure) {
      if (this.#unsure !== what || !failure.document?.type?.endsWith(':no-unknown-call')) {
        if (!(failure.status >= 400 && failure.status < 500)) {
          this.#unsure = what;
        }
        throw failure;
      }
    }
    this.#settled = what;
  }

  #propose(action) {
    const contract = action.guests.find(([name]) => name === action.worker)[1];
    const sent = (form) => {
      try {
        return {worker: form.get('worker'), invocationId: action.invocationId, patch: new Written(form.get('patch')), viewHash: action.viewHash};
      } catch (failure) {
        action.answer = {isGood: false, text: `The patch is no JSON: ${failure.message}`};
        this.update();
        return null;
      }
    };
    const send = (form, options) => {
      const body = sent(form);
      if (body) {
        this.#send(`proposals${query({dryRun: options?.stay})}`, body, options);
      }
    };
    return this.#form(action.invocationId ? `Answer ${this.id}` : `Propose to ${this.id}`, contract.instruction ?? '', html`
      <label>As worker <select name="worker" @change=${(event) => this.#as(action, event.target)}>
        ${action.guests.map(([name]) => html`<option ?selected=${name === action.worker}>${name}</option>`)}</select></label>
      <div class="contract"><span class="muted">It may</span> ${(contract.write ?? []).flatMap((one) => [one.op].flat().map((op) => html`
        <button type="button" class="chip" @click=${() => this.#append(operation({...one, op}))}>${op} ${one.path}</button>`))}</div>
      ${this.#fields(action, contract)}
      <label>Patch (JSON Patch)<textarea name="patch" rows="7" class="mono" spellcheck="false" required
        .value=${action.patch}></textarea></label>`, action.invocationId ? 'Answer' : 'Propose', (form) => send(form),
    html`<button type="button" ?disabled=${action.busy} @click=${(event) => send(new FormData(event.target.form), {stay: true})}>Ask first</button>`);
  }

  /** As another worker; a patch in which nobody has written begins as that one's. */
  #as(action, {value, form}) {
    action.worker = value;
    if (form.elements.patch.value === action.patch) {
      const [, contract] = action.guests.find(([name]) => name === value);
      action.patch = begun(contract, action.schemaOf, action.about);
    }
    this.update();
  }

  /** What is written there stands in the patch at once, which is what is sent. They are made once for a contract. */
  #fields(action, contract) {
    if (action.fieldsOf !== contract) {
      const found = places(contract, action.schemaOf, action.about);
      Object.assign(action, {fieldsOf: contract, fields: !found.length ? nothing : html`
        <fieldset class="fields"><legend>What stands there then <span class="muted">(what is left empty is left as it is)</span></legend>
          ${found.map((place) => field(`${place.path}${place.path.endsWith('/-') ? ', one more' : ''}`, place.schema, place.schema,
    (value) => this.#fill(place, value)))}</fieldset>`});
    }
    return action.fields;
  }

  #fill({op, path: place}, value) {
    const text = document.querySelector('#action textarea[name=patch]');
    let operations = [];
    try {
      operations = exact(text.value || '[]').filter((one) => one.path !== place);
    } catch {
      // What is no JSON cannot be kept.
    }
    text.value = JSON.stringify(value === undefined ? operations : [...operations, {op, path: place, value}], null, 1);
  }

  #append(text) {
    const field = document.querySelector('#action textarea[name=patch]');
    try {
      field.value = JSON.stringify([...exact(field.value || '[]'), ...JSON.parse(text)], null, 1);
    } catch {
      field.value = text;
    }
    field.focus();
  }
}
