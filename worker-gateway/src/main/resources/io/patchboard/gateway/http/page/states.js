// What a board was at its versions, and what lies between two of them.

import {query, read} from './api.js';
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
