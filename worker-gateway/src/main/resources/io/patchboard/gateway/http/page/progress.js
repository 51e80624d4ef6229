// How far those have come who work for a board, as far as they say so.

import {pause, read} from './api.js';

const AGAIN_MILLIS = 5000;

export class Progress {
  constructor(at, update) {
    this.at = at;
    this.update = update;
    this.words = new Map();
    this.stop = new AbortController();
  }

  close() {
    this.stop.abort();
  }

  /** Asks as long as somebody works. */
  async follow(working) {
    this.working = working;
    if (this.isAsking || !working) {
      return;
    }
    this.isAsking = true;
    try {
      while (this.working && !this.stop.signal.aborted) {
        const {body} = await read(`${this.at}/progress`, {signal: this.stop.signal});
        this.words = new Map(body.progress.map((report) => [report.invocationId, report.progress]));
        this.update();
        await pause(AGAIN_MILLIS, this.stop.signal);
      }
    } catch {
      // It is shown beside what is known without it, and is asked for again when the board has gone on.
    }
    this.isAsking = false;
  }
}
