// What a board was at its versions, what lies between two of them, and by which blueprint it went then.

import {query, read} from './api.js';
import {ofType} from './log.js';
import {differ} from './tree.js';

const KEPT = 8;

export class States {
  #kept = new Map();
  #asked = '';
  #request;

  constructor(board) {
    this.board = board;
  }

  /** Of what was asked last. */
  get signal() {
    return this.#request.signal;
  }

  /** What a version is, and how it differs from another; nothing if that was asked last time, or if something else is asked meanwhile. */
  async compare(version, base, first) {
    const key = `${version} ${base}`;
    if (this.#asked === key) {
      return undefined;
    }
    this.close();
    this.#asked = key;
    this.#request = new AbortController();
    const {signal} = this;
    try {
      const now = await this.#state(version, signal);
      const before = base >= first && base !== version ? await this.#state(base, signal) : now;
      return signal.aborted ? undefined : {version, base, now: now.value, viewHash: now.viewHash, change: differ(before.value, now.value)};
    } catch (failure) {
      if (signal.aborted) {
        return undefined;
      }
      this.#asked = '';
      throw failure;
    }
  }

  async #state(version, signal) {
    if (!this.#kept.has(version)) {
      const {body, headers} = await read(`${this.board}/state${query({version})}`, {signal});
      this.#kept.set(version, {value: body, viewHash: headers.get('PatchBoard-View-Hash')});
      if (this.#kept.size > KEPT) {
        this.#kept.delete(this.#kept.keys().next().value);
      }
    }
    return this.#kept.get(version);
  }

  close() {
    this.#request?.abort();
  }
}

/** The blueprints that a board went by: that of its creation, and those that amendments brought. */
export class Blueprints {
  #entries = [];
  #hash;

  constructor(board) {
    this.board = board;
  }

  /** The entry that it began with. */
  get created() {
    return this.#entries[0];
  }

  /** @param hash of the one that it goes by now: as long as that is the same, nothing is asked */
  async read(hash) {
    if (this.#hash === hash) {
      return;
    }
    const created = this.#entries[0] ?? (await ofType(`${this.board}/log`, 'BoardCreated', 1, 1))[0];
    const isAsCreated = !created || (this.#entries.length < 2 && created.blueprintHash === hash);
    const amended = isAsCreated ? [] : await ofType(`${this.board}/log`, 'BlueprintAmended', 1, Infinity);
    this.#entries = [created, ...amended].filter(Boolean);
    this.#hash = hash;
  }

  /** The one that held before an entry; the latest where none is named. */
  at(sequence = Infinity) {
    return this.#entries.findLast((entry) => entry.sequence < sequence)?.blueprint;
  }
}
