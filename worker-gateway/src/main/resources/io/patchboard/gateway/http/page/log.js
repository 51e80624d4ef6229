// A board's log in the browser: parts of it, those that were looked at last, and what comes live.

import {path, pause, query, rawLog, read, stream} from './api.js';

const PART = 100;
const MOST_PARTS = 30;
const MOST_FOUND = 20000;
const REACH = 1000;
const FEW = 10;
const AGAIN_MILLIS = 2000;

/** A fault that may pass: nothing came, the server is busy, or has a fault of its own. */
const passes = ({status}) => !(status >= 400 && status < 500);

/** What a timeline needs of an entry; views and patches are asked for when they are looked at. */
function slim(entry) {
  const paths = (entry.patch ?? []).slice(0, 3).map(({op, path: where}) => ({op, path: where}));
  return {
    type: entry.type, sequence: entry.sequence, version: entry.version, time: entry.time, worker: entry.worker, by: entry.by,
    rule: entry.rule ?? entry.trigger?.rule, because: entry.trigger?.sequence, attempt: entry.attempt, stage: entry.stage,
    code: entry.code, reason: entry.reason, option: entry.option, name: entry.blueprint?.name, paths, operations: entry.patch?.length,
  };
}

/** Entries of a kind, fewer where as many as are asked for are more bytes than the server sends at once. */
async function some(where, asked, signal) {
  try {
    return await read(`${where}${query(asked)}`, {signal});
  } catch (failure) {
    if (failure.status !== 507 || asked.limit === 1) {
      throw failure;
    }
    return some(where, {...asked, limit: Math.ceil(asked.limit / 2)}, signal);
  }
}

/** Entries of a type from a sequence on, at most so many: an answer ends after what the server looks at in one go, with any number of them. */
export async function ofType(where, kind, from, most) {
  const found = [];
  for (let next = from; next && found.length < most;) {
    const {body, headers} = await some(where, {kind, from: next, limit: Math.min(most, FEW)});
    found.push(...body);
    const looked = headers.get('PatchBoard-As-Of');
    next = looked && Number(looked) + 1;
  }
  return found.slice(0, most);
}

/** All entries, by their sequence: what is missing is loaded when it is looked at, what is far away is forgotten. */
export class Log {
  #parts = new Map();
  #loading = null;

  constructor(id, update) {
    this.id = id;
    this.update = update;
    this.total = 0;
    this.failure = null;
    this.stop = new AbortController();
  }

  close() {
    this.stop.abort();
  }

  at(row) {
    return this.#parts.get(Math.floor(row / PART))?.[row % PART];
  }

  rowOf(sequence) {
    return sequence - 1;
  }

  look(first, last) {
    for (let part = Math.floor(Math.max(0, first) / PART); part <= Math.floor(Math.max(0, last - 1) / PART); part++) {
      const known = this.#parts.get(part);
      const wanted = Math.min(PART, this.total - part * PART);
      if (known) {
        this.#parts.delete(part);
        this.#parts.set(part, known);
      }
      const isTried = known?.asked >= wanted && Date.now() - known.when < AGAIN_MILLIS;
      if (wanted > 0 && (known?.length ?? 0) < wanted && !isTried && !this.#loading && !this.failure) {
        this.#load(part).then(this.update);
      }
    }
    while (this.#parts.size > MOST_PARTS) {
      this.#parts.delete(this.#parts.keys().next().value);
    }
  }

  /** One at a time, as the server has few places for who reads logs. One that is lost leaves its place empty. */
  async #load(part) {
    while (this.#loading) {
      await this.#loading;
    }
    const from = part * PART + 1;
    const asked = this.total - part * PART;
    this.#loading = this.#range(from, PART)
      .then((body) => {
        const known = this.#parts.get(part) ?? [];
        const loaded = [];
        body.forEach((entry) => { loaded[entry.sequence - from] = slim(entry); });
        this.#parts.set(part, Object.assign(loaded.length >= known.length ? loaded : known, {asked, when: Date.now()}));
        if (loaded.length < Math.min(PART, asked)) {
          pause(AGAIN_MILLIS, this.stop.signal).then(this.update, () => {});
        }
        this.failure = null;
      })
      .catch((failure) => this.fail(this, failure))
      .finally(() => {
        this.#loading = null;
      });
    await this.#loading;
  }

  /** Entries from a sequence on; where they are more bytes than the server sends at once, in smaller parts. */
  async #range(from, limit) {
    try {
      return (await read(`v1/boards/${path(this.id)}/log${query({from, to: from + limit - 1, limit})}`, {signal: this.stop.signal})).body;
    } catch (failure) {
      if (failure.status !== 507 || limit === 1) {
        throw failure;
      }
      const half = Math.ceil(limit / 2);
      return [...await this.#range(from, half), ...await this.#range(from + half, limit - half)];
    }
  }

  /** Says what is wrong, and looks again after a while if that may pass. */
  fail(list, failure) {
    list.failure = this.stop.signal.aborted ? null : failure;
    if (list.failure && passes(failure)) {
      pause(AGAIN_MILLIS, this.stop.signal).then(() => {
        list.failure = null;
        this.update();
      }, () => {});
    }
  }

  async entry(sequence) {
    const row = sequence - 1;
    if (!this.at(row)) {
      await this.#load(Math.floor(row / PART));
    }
    return this.at(row);
  }

  /** The entry with which a version began: versions only grow, so a guess and some halving find it. */
  async ofVersion(version, latest) {
    let low = 1;
    let high = this.total;
    let guess = Math.max(1, Math.round((version / Math.max(1, latest)) * high));
    while (low < high) {
      const entry = await this.entry(guess);
      if (!entry) {
        return undefined;
      }
      if (entry.version < version) {
        low = guess + 1;
      } else {
        high = guess;
      }
      const near = this.#near(low, high, version);
      if (near) {
        return this.entry(near);
      }
      guess = Math.floor((low + high) / 2);
    }
    return this.entry(low);
  }

  /** Within one part that is known there is nothing to ask for. */
  #near(low, high, version) {
    for (let sequence = low; sequence <= high; sequence++) {
      const entry = this.at(sequence - 1);
      if (!entry) {
        return undefined;
      }
      if (entry.version >= version) {
        return sequence;
      }
    }
    return undefined;
  }

  /** The sequence of the next entry of a type, in this direction. */
  async next(kind, sequence, forward) {
    if (forward) {
      return (await ofType(`v1/boards/${path(this.id)}/log`, kind, sequence + 1, 1))[0]?.sequence;
    }
    for (let to = sequence - 1, reach = REACH; to > 0;) {
      reach = Math.min(reach, to);
      try {
        const {body} = await read(`v1/boards/${path(this.id)}/log${query({kind, from: to - reach + 1, to})}`);
        if (body.length) {
          return body.at(-1).sequence;
        }
        to -= reach;
      } catch (failure) {
        if (failure.status !== 507 || reach === 1) {
          throw failure;
        }
        reach = Math.ceil(reach / 2);
      }
    }
    return undefined;
  }

  /** Hears of each entry that comes, as long as the board is looked at, and of `undefined` when boards below it need a person, or do no more. */
  follow(heard, refused) {
    const {signal} = this.stop;
    stream(`v1/boards/${path(this.id)}/log?below=true`, this.total, signal, (event) => {
      const entry = event.sequence ? event : undefined;
      if (entry) {
        this.add(entry);
      }
      heard(entry);
    }, refused);
  }

  add(entry) {
    this.total = Math.max(this.total, entry.sequence);
    const row = entry.sequence - 1;
    const part = this.#parts.get(Math.floor(row / PART));
    if (part?.length === row % PART) {
      part.push(slim(entry));
    } else if (row % PART === 0) {
      this.#parts.set(row / PART, [slim(entry)]);
    }
  }
}

/** The entries of one type, as far as they were scrolled to. */
export class Found {
  #rows = [];
  #upTo = 0;
  #loading = false;

  constructor(log, kind) {
    this.log = log;
    this.kind = kind;
    this.failure = null;
  }

  get total() {
    return this.#rows.length;
  }

  get isComplete() {
    return this.#upTo >= this.log.total || this.#rows.length >= MOST_FOUND;
  }

  at(row) {
    return this.#rows[row];
  }

  rowOf(sequence) {
    const row = this.#rows.findIndex((entry) => entry.sequence >= sequence);
    return row < 0 ? this.#rows.length - 1 : row;
  }

  look(first, last) {
    if (last >= this.total && !this.isComplete && !this.#loading && !this.failure) {
      this.#loading = true;
      some(`v1/boards/${path(this.log.id)}/log`, {kind: this.kind, from: this.#upTo + 1, limit: PART}, this.log.stop.signal)
        .then(({body, headers}) => {
          this.#rows.push(...body.map(slim).filter((entry) => entry.sequence > this.#upTo));
          this.#upTo = Math.max(this.#upTo, Number(headers.get('PatchBoard-As-Of') ?? this.log.total));
        })
        .catch((failure) => {
          this.log.fail(this, failure);
        })
        .finally(() => {
          this.#loading = false;
          this.log.update();
        });
    }
  }

  add(entry) {
    if (this.#upTo === entry.sequence - 1) {
      this.#upTo = entry.sequence;
      if (entry.type === this.kind) {
        this.#rows.push(slim(entry));
      }
    }
  }
}

/** The whole log, as a file of the browser's. */
export async function download(id, board, sequence, say) {
  say('Reading the log …');
  try {
    const place = document.createElement('a');
    place.href = URL.createObjectURL(await rawLog(`${board}/log`, sequence));
    place.download = `${id.replaceAll(/[^\w.-]/g, '_')}.ndjson`;
    place.click();
    say(`The log is in ${place.download}, an entry a line.`);
    setTimeout(() => URL.revokeObjectURL(place.href), 60000);
  } catch (failure) {
    say(failure.message);
  }
}
