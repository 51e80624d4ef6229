// Asks servers that fail, and prints what came of it: the URL below which the servers are.
import {PatchBoard} from './patchboard.js';
import type {Options} from './patchboard.js';

declare const process: {argv: string[]};

const seen: {[name: string]: any} = {};

function server(name: string, options: Options = {}): PatchBoard {
  return new PatchBoard(`${process.argv[2]}/${name}`, options);
}

const cut = server('cut');
await cut.create({}, {commandId: undefined});
await cut.propose('b', 'guest', [], {proposalId: undefined});
await cut.command('b', 'pause', {commandId: undefined});
await cut.decide('b', 7, 'approve', 'r', {commandId: undefined});
seen.hung = (await server('hung', {patience: 500}).propose('b', 'guest', [])).type;
console.log(JSON.stringify(seen));
