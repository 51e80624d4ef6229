// A list of boards of any length, read part by part.

import {query, read} from './api.js';

const PART = 200;
const KEPT = 3;

/** The list as one asked for it: parts that follow each other by cursors, of which those far away are forgotten. */
export class Listing {
  constructor(filter, update) {
    this.filter = filter;
    this.update = update;
    this.stop = new AbortController();
    this.parts = [{cursor: undefined, count: 0}];
    this.failure = null;
    this.asOf = 0;
  }

  get total() {
    return this.parts.reduce((sum, part) => sum + part.count, 0);
  }

  get isComplete() {
    return Boolean(this.parts.at(-1).loaded);
  }

  at(row) {
    let first = 0;
    for (const part of this.parts) {
      if (row < first + part.count) {
        return part.boards?.[row - first];
      }
      first += part.count;
    }
    return undefined;
  }

  /** Numbers of the parts with these rows; the one that is still to come, too, if the end can be seen. */
  among(first, last) {
    const found = [];
    let row = 0;
    this.parts.forEach((part, number) => {
      if (row <= last && row + part.count >= first && (part.count || number === this.parts.length - 1)) {
        found.push(number);
      }
      row += part.count;
    });
    return found;
  }

  async load(number) {
    const part = this.parts[number];
    if (part.loading) {
      return part.loading;
    }
    part.loading = this.#load(part, number).finally(() => {
      part.loading = null;
      this.update();
    });
    return part.loading;
  }

  async #load(part, number) {
    try {
      const {body} = await read(`v1/boards${query({...this.filter, limit: PART, cursor: part.cursor})}`, {signal: this.stop.signal});
      Object.assign(part, {boards: body.boards, count: body.boards.length, loaded: true, stale: false});
      this.#follow(number, body.next);
      this.failure = null;
      this.asOf = Date.now();
    } catch (failure) {
      if (!this.stop.signal.aborted) {
        this.failure = failure;
      }
    }
  }

  /** What follows stays as high as it was, and is asked for again when it is looked at. */
  #follow(number, next) {
    if (!next) {
      this.parts.length = number + 1;
    } else if (number + 1 === this.parts.length) {
      this.parts.push({cursor: next, count: 0});
    } else if (this.parts[number + 1].cursor !== next) {
      Object.assign(this.parts[number + 1], {cursor: next, stale: true});
    }
  }

  async refresh(first, last) {
    for (const number of this.among(first, last)) {
      if (this.parts[number]) {
        await this.load(number);
      }
    }
  }

  /** Loads what can be seen and is missing, and forgets what is far from it. */
  look(first, last) {
    const seen = this.among(first, last);
    const missing = this.failure ? undefined : seen.find((number) => !this.parts[number].boards || this.parts[number].stale);
    if (missing !== undefined && !this.parts.some((part) => part.loading)) {
      this.load(missing);
    }
    this.parts.forEach((part, number) => {
      if (number < seen[0] - KEPT || number > seen.at(-1) + KEPT) {
        part.boards = null;
      }
    });
  }
}
