// Asks servers that fail, and prints what came of it: the URL below which the servers are.
import {PatchBoard} from './patchboard.js';
import type {Options} from './patchboard.js';

declare const process: {argv: string[]};

const seen: {[name: string]: any} = {};

function server(name: string, options: Options = {}): PatchBoard {
  return new PatchBoard(`${process.argv[2]}/${name}`, options);
}

async function failed(work: Promise<unknown>): Promise<any> {
  return work.then(() => {
    throw new Error('It was done.');
  }, (failure) => failure);
}

const cut = server('cut');
await cut.create({}, {commandId: undefined});
await cut.propose('b', 'guest', [], {proposalId: undefined});
await cut.command('b', 'pause', {commandId: undefined});
await cut.decide('b', 7, 'approve', 'r', {commandId: undefined});
seen.hung = (await server('hung', {patience: 500}).propose('b', 'guest', [])).type;
const unsure = server('unsure', {patience: 0});
let failure = await failed(unsure.propose('b', 'guest', []));
await failed(unsure.propose('b', 'guest', [], {...failure.ids}));
failure = await failed(unsure.command('b', 'pause'));
await failed(unsure.command('b', 'pause', {...failure.ids}));
seen.broken = (await server('broken').propose('b', 'guest', [])).type;
const moved = await failed(server('moved').create({}));
seen.moved = [moved.status, moved.message];
seen.served = (await failed(server('scoped').serve('notes', () => undefined))).status;
const late = server('late');
const asked: any = {boardId: 'b', worker: 'scribe'};
seen.late = [(await late.answer({...asked, invocationId: 'in-time'}, {error: 'no'})).stage,
  (await failed(late.answer({...asked, invocationId: 'too-late'}, {error: 'no'}))).stage,
  (await failed(late.answer({...asked, invocationId: 'unfit'}, {patch: [], error: undefined}))).stage];
const began = Date.now();
seen.unsendable = [];
for (const work of [
  async () => new PatchBoard('localhost:8080').board('b'),
  async () => server('cut').board('\ud800'),
  async () => server('cut').propose('b', 'guest', [{op: 'add', path: '/n', value: NaN}]),
  async () => server('cut').propose('b', 'guest', [{op: 'add', path: '/n', value: 1n as any}]),
  async () => new PatchBoard('http://127.0.0.1', {token: 'a\nb'}).follow('b').next(),
]) {
  seen.unsendable.push((await failed(work())).name);
}
seen.damaged = (await failed(server('damaged').board('b'))).status;
seen.atOnce = Date.now() - began < 10_000;
const back = server('back');
const ended = new AbortController();
const following = back.follow('b', {signal: ended.signal}).next();
setTimeout(() => ended.abort(), 200);
seen.aborted = [(await failed(back.follow('b', {signal: AbortSignal.abort()}).next())).name, (await failed(following)).name];
console.log(JSON.stringify(seen));
