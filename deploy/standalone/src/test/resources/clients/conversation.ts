// Goes through what a client is for, and prints what it saw: URL of the server, a blueprint, URL of a server with a long log.
import {PatchBoard, Problem, Rejected} from './patchboard.js';

declare const process: {argv: string[]};

const NOTES = 20;
const ID = 'from-typescript';
const SERVED = 'served-by-typescript';
const board = new PatchBoard(process.argv[2], {patience: 240_000});
const seen: {[name: string]: any} = {id: ID, followed: []};
seen.created = (await board.create(JSON.parse(process.argv[3]), {boardId: ID})).version;

async function follow(): Promise<void> {
  for await (const entry of board.follow(ID)) {
    seen.followed.push(entry.sequence);
    if (entry.type === 'BoardCompleted') {
      return;
    }
  }
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (problem) {
    if (problem instanceof Problem) {
      return problem;
    }
    throw problem;
  }
  throw new Error('It was done.');
}

const following = follow();
seen.errors = ((await problemOf(board.create({apiVersion: 'patchboard/v1'}))) as Rejected).errors.length;
for (let i = 0; i < NOTES; i++) {
  await board.propose(ID, 'guest', [{op: 'add', path: '/notes/-', value: `n-${i}`}]);
}
const rejected = (await problemOf(board.propose(ID, 'guest', [{op: 'remove', path: '/notes/0'}]))) as Rejected;
seen.rejected = `${rejected.stage} ${rejected.code}`;
// An invocation whose reply was lost comes again when its lease is over.
while (!seen.answered) {
  for (const invocation of await board.poll('from-typescript', {wait: 'PT10S', lease: 'PT3S'})) {
    seen.answered = (await board.answer(invocation, {patch: [{op: 'add', path: '/notes/-', value: 'asked'}]})).type;
  }
}
// A worker whose first answer is no JSON, whose second is no answer, and that then has nothing to say.
const unfit: any[] = [{patch: [{op: 'add', path: '/notes/-', value: 1n}]}, {}, undefined];
const end = new AbortController();
const serving = board.serve('from-typescript', (invocation) => unfit[invocation.attempt - 1], {lease: 'PT3S', signal: end.signal});
await board.create(JSON.parse(process.argv[3]), {boardId: SERVED});
await board.wait(SERVED, ['PatchCommitted']);
end.abort();
await serving;
seen.served = [];
for await (const entry of board.log(SERVED)) {
  if (entry.type.startsWith('Patch')) {
    seen.served.push(entry.type);
  }
}
seen.held = (await board.propose(ID, 'guest', [{op: 'add', path: '/end', value: true}])).status;
for await (const item of board.inbox()) {
  if (item.boardId === ID) {
    seen.decided = (await board.approve(ID, item.item, 'it is the end')).option;
  }
}
seen.end = (await board.wait(ID)).type;
await following;
seen.log = [];
for await (const entry of board.log(ID)) {
  seen.log.push(entry.sequence);
}
seen.long = [];
for await (const entry of new PatchBoard(process.argv[4]).log('long')) {
  seen.long.push(entry.sequence);
}
seen.notes = (await board.state(ID)).notes;
seen.phase = [];
for await (const one of board.boards({q: ID})) {
  seen.phase.push(one.phase);
}
seen.unknown = (await problemOf(board.board('nobody-made-this'))).status;
console.log(JSON.stringify(seen));
