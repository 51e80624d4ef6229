// A board's workflow as a picture: which rule fired, who works, what waits for what, as of a version or live.

import {html, nothing, svg} from './lit/lit-html.js';
import {path, pause, query, read, stream} from './api.js';
import {count, failed, notLive, phase, whole} from './parts.js';
import {slider} from './slider.js';
import {waits} from './waits.js';

const REFRESH_MILLIS = 1000;
const SLIDE_MILLIS = 150;
const AGAIN_MILLIS = 2000;
const LETTER = 6.7;

export class WorkflowView {
  constructor(app, id) {
    this.app = app;
    this.id = id;
    this.title = `Workflow · ${id}`;
    this.stop = new AbortController();
    this.latest = 0;
  }

  get #at() {
    return `v1/boards/${path(this.id)}`;
  }

  show(parameters) {
    const version = parameters.get('v');
    this.shown = {v: version === null ? undefined : Number(version), p: parameters.get('p') ?? undefined};
    this.loading = this.#load();
  }

  close() {
    this.stop.abort();
    this.reading?.abort();
    clearTimeout(this.dragging);
    clearTimeout(this.pending);
  }

  key(event) {
    if (!this.found) {
      return false;
    }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      this.#slide(this.version + (event.key === 'ArrowLeft' ? -1 : 1));
    } else if (event.key === 'l') {
      this.#go({v: undefined});
    } else {
      return false;
    }
    return true;
  }

  async #load() {
    const {v} = this.shown;
    this.reading?.abort();
    if (this.isFollowing && v !== undefined && this.found.version === v) {
      this.version = v;
      return;
    }
    this.reading = new AbortController();
    const {signal} = this.reading;
    try {
      const {body} = await read(`${this.#at}/workflow${query({version: v})}`, {signal});
      if (signal.aborted) {
        return;
      }
      Object.assign(this, {found: body, version: body.version, failure: null});
      this.latest = Math.max(this.latest, body.version);
      await this.#follow(body, signal);
    } catch (failure) {
      if (!signal.aborted) {
        this.failure = failure;
        if (failure.status === 0 || failure.status >= 500) {
          pause(AGAIN_MILLIS, signal).then(() => this.#load(), () => {});
        }
      }
    }
    this.app.update();
  }

  /** Hears what comes from now on, once the latest is known. */
  async #follow(body, signal) {
    if (this.isFollowing) {
      return;
    }
    let last = body.sequence;
    if (this.shown.v !== undefined) {
      const {body: status} = await read(this.#at, {signal});
      this.latest = Math.max(this.latest, status.version);
      last = status.sequence;
    }
    this.isFollowing = true;
    stream(`${this.#at}/log`, last, this.stop.signal, (entry) => this.#heard(entry.version), (failure) => {
      this.notLive = notLive(failure);
      this.app.update();
      if (failure) {
        this.#heard(this.latest);
      }
    });
  }

  #heard(version) {
    this.latest = Math.max(this.latest, version);
    this.pending ??= setTimeout(async () => {
      // The next one cuts it: none would ever be shown where each takes longer than until there is another entry.
      await this.loading;
      this.pending = null;
      if (this.shown.v === undefined && !this.stop.signal.aborted) {
        this.loading = this.#load();
      }
      this.app.update();
    }, REFRESH_MILLIS);
  }

  #go(change) {
    this.app.go(`#/boards/${path(this.id)}/workflow${query({...this.shown, ...change})}`, {replace: true});
  }

  #drag(version) {
    this.version = version;
    clearTimeout(this.dragging);
    this.dragging = setTimeout(() => this.#slide(version), SLIDE_MILLIS);
    this.app.update();
  }

  #slide(version) {
    this.version = Math.max(1, Math.min(this.latest, version)); // at once, for who presses again before it is read
    this.#go({v: this.version});
  }

  /** The path that is pointed at, or else the one that was chosen. */
  get #path() {
    const chosen = this.pointed ?? this.shown.p;
    return this.found.paths?.find((one) => one.path === chosen);
  }

  #point(to) {
    this.pointed = to;
    this.app.update();
  }

  template() {
    const {found} = this;
    return html`
      <section class="workflow" aria-label="Workflow">
        <header class="board-head">
          <h1>Workflow of <a href="#/boards/${path(this.id)}${query({v: this.shown.v})}">${this.id}</a></h1>
          ${found ? html`<p class="board-facts">${phase(found.phase)} <span class="muted">at v${found.version}</span></p>` : nothing}
          <div class="board-actions"><button type="button" aria-pressed=${Boolean(this.isFit)}
            @click=${() => { this.isFit = !this.isFit; this.app.update(); }}>Fit the width</button></div>
          ${found ? waits(found) : nothing}
        </header>
        ${failed(this.failure ?? this.notLive)}
        ${found ? html`
          <div class="picture" role="region" aria-label="Picture" tabindex="0">${this.#picture(found)}</div>
          <div class="paths" role="region" aria-label="Paths" tabindex="0">${this.#paths(found)}</div>
          ${slider({version: this.version, first: 1, latest: this.latest, isLive: this.shown.v === undefined && !this.notLive},
    {drag: (to) => this.#drag(to), slide: (to) => this.#slide(to), follow: () => this.#go({v: undefined})})}`
          : this.failure ? nothing : html`<p class="muted">Reading …</p>`}
      </section>`;
  }

  #picture(found) {
    const {width, height, boxes, arrows} = found.picture;
    const byId = new Map(boxes.map((box) => [box.id, box]));
    const into = new Map();
    arrows.forEach(({to}) => into.set(to, (into.get(to) ?? 0) + 1));
    return html`
      <svg class=${this.isFit ? 'fit' : ''} width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="group" aria-label="Rules and workers">
        <marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto"><path class="head" d="M0 0L10 5L0 10z"></path></marker>
        ${arrows.map((arrow) => this.#arrow(arrow, byId, found, into.get(arrow.to) === 1))}
        ${boxes.map((box) => this.#box(box, found))}
      </svg>`;
  }

  #arrow({from, to, certain, points}, byId, {firings}, isOnly) {
    const [source, target] = [byId.get(from), byId.get(to)];
    const times = source.kind === 'rule' ? own(own(firings, source.name), target.name) ?? 0
      : isOnly && target.kind === 'rule' ? sum(own(firings, target.name)) : 0;
    const [x, y] = middle(points);
    return svg`
      <path class="way ${certain ? '' : 'maybe'} ${times ? 'fired' : ''}" d=${points.map(([left, top], i) => `${i ? 'L' : 'M'}${left} ${top}`).join('')} marker-end="url(#head)"></path>
      ${times ? svg`<text class="times" x=${x + 5} y=${y + 4}>${whole(times)}×</text>` : nothing}`;
  }

  #box(box, found) {
    const {kind, title, lines, x, y, width, height} = box;
    const marks = marksOf(box, found);
    const access = kind === 'worker' && this.#path;
    const may = access ? [own(access.writes, box.name) && 'writes', access.reads.includes(box.name) && 'reads'].filter(Boolean) : [];
    const said = [...marks.map(({text}) => text), ...may];
    return svg`
      <g class="box ${kind} ${may.join(' ')} ${access && !may.length ? 'apart' : ''}" tabindex="0" role="img" aria-label="${kind} ${box.name}${said.length ? `: ${said.join(', ')}` : ''}">
        <title>${kind} ${box.name}</title>
        <rect x=${x} y=${y} width=${width} height=${height} rx=${kind === 'event' ? height / 2 : kind === 'worker' ? 2 : 12}></rect>
        <text class="title" x=${x + 12} y=${y + 25}>${title}</text>
        ${lines.map((line, i) => svg`<text x=${x + 12} y=${y + 42 + 17 * i}>${line}</text>`)}
        ${badges(marks, x + width + 6, y - 9)}
      </g>`;
  }

  #paths(found) {
    const known = this.#path;
    return html`
      <h2>Who may read and write</h2>
      <div class="who-may" role="status">${known ? html`
        <p><code>${known.path}</code></p>
        <p>${Object.keys(known.writes).length ? html`Written by ${Object.entries(known.writes).map(([name, operations], i) => html`${i ? ', ' : ''}<b>${name}</b> (${operations.join(', ')})`)}` : 'Nobody may write it'}</p>
        <p>${known.reads.length ? html`Read by ${known.reads.map((name, i) => html`${i ? ', ' : ''}<b>${name}</b>`)}` : 'No worker may read it'}</p>
        ${known.gates.length ? html`<p>Asked about by ${count(known.gates.length, 'gate')}: ${known.gates.join(', ')}</p>` : nothing}`
        : html`<p class="muted">${found.paths ? 'Point at a path, or go there with Tab.' : 'The contracts name more paths than are compared.'}</p>`}</div>
      <ul>${(found.paths ?? []).map(({path: place}) => html`<li><button type="button" class="mono" aria-pressed=${this.shown.p === place}
        @mouseenter=${() => this.#point(place)} @mouseleave=${() => this.#point(undefined)}
        @focus=${() => this.#point(place)} @blur=${() => this.#point(undefined)}
        @click=${() => this.#go({p: this.shown.p === place ? undefined : place})}>${place || 'all'}</button></li>`)}</ul>`;
  }
}

/** A worker or rule may have the name of what every object has. */
const own = (object, name) => (object && Object.hasOwn(object, name) ? object[name] : undefined);

const sum = (counts = {}) => Object.values(counts).reduce((all, one) => all + one, 0);

/** What is to be said of a box: how often, and what is the case now. */
function marksOf({kind, name}, {firings, invocations, openInvocations, waitingInvocations, heldTriggers, needsPerson, away}) {
  const of = (list, is) => list.filter(is).length;
  const marks = [];
  const add = (number, text, tone) => number && marks.push({text: `${whole(number)} ${text}`, tone});
  if (kind === 'rule') {
    const times = sum(own(firings, name));
    times && marks.push({text: `fired ${whole(times)}×`, tone: 'calm'});
    const held = heldTriggers.filter(({trigger}) => trigger.rule === name);
    for (const reason of new Set(held.map((one) => one.reason))) {
      add(of(held, (one) => one.reason === reason), `held: ${reason}`, 'wait');
    }
  } else if (kind === 'worker') {
    add(own(invocations, name), 'invited', 'calm');
    add(of(openInvocations, ({worker, person}) => worker === name && !person), 'working', 'live');
    add(of(waitingInvocations, ({worker}) => worker === name), 'to be invited again', 'wait');
    const asked = needsPerson.filter(({worker}) => worker === name);
    const tasks = of(openInvocations, ({worker, person}) => worker === name && person);
    add(tasks + of(asked, ({gate}) => !gate), 'for a person', 'bad');
    for (const which of new Set(asked.filter(({gate}) => gate).map(({detail}) => detail))) {
      add(of(asked, ({gate, detail}) => gate && detail === which), `held: gate ${which}`, 'bad');
    }
    own(away, name) && marks.push({text: 'away', tone: 'bad'});
  }
  return marks;
}

/** From the right to the left of a box's upper border. */
function badges(marks, right, top) {
  let x = right;
  return marks.toReversed().map(({text, tone}) => {
    const width = text.length * LETTER + 14;
    x -= width;
    const badge = svg`<g class="badge ${tone}"><rect x=${x} y=${top} width=${width} height="18" rx="9"></rect>
      <text x=${x + 7} y=${top + 13}>${text}</text></g>`;
    x -= 3;
    return badge;
  });
}

/** Where there is most room beside an arrow. */
function middle(points) {
  let best = [points[0], -1];
  points.slice(1).forEach(([x, y], i) => {
    const [fromX, fromY] = points[i];
    const length = Math.abs(x - fromX) + Math.abs(y - fromY);
    if (length > best[1]) {
      best = [[(x + fromX) / 2, (y + fromY) / 2], length];
    }
  });
  return best[0];
}
