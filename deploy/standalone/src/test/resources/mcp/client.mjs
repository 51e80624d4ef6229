// The protocol's official client for TypeScript, over HTTP or as the parent of a process that is given.
import assert from 'node:assert/strict';
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {ResourceUpdatedNotificationSchema} from '@modelcontextprotocol/sdk/types.js';

const [board, target, ...program] = process.argv.slice(2);
const client = new Client({name: 'test', version: '1'}, {capabilities: {}});
const transport = program.length === 0
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({command: target, args: program, stderr: 'inherit'});
await client.connect(transport);
assert.equal(client.getServerVersion().name, 'patchboard');

const {tools} = await client.listTools();
for (const name of ['create_board', 'read_view', 'propose_patch', 'await_work', 'answer', 'board_state', 'board_log',
  'why', 'what_if', 'approve']) {
  assert(tools.some(tool => tool.name === name), name);
}

async function call(name, args) {
  const result = await client.callTool({name, arguments: args});
  return result.isError ? {refused: result.content[0].text} : result.structuredContent;
}

const blueprint = {
  apiVersion: 'patchboard/v1', name: board,
  state: {schema: {type: 'object'}, initial: {notes: []}},
  workers: {
    scribe: {instruction: 'Note.', queue: board, read: ['/notes'], write: [{op: ['add'], path: '/notes/-'}]},
    guest: {instruction: 'Note.', unsolicited: true, write: [{op: ['add'], path: '/notes/-'}]},
  },
  rules: [{name: 'begin', on: {event: 'created'}, invoke: 'scribe'}],
  complete: {when: 'size(state.notes) == 2', result: '/notes'},
};
assert.equal((await call('create_board', {boardId: board, blueprint})).boardId, board);

const updated = new Promise(resolve =>
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, message => resolve(message.params.uri)));
await client.subscribeResource({uri: `patchboard://boards/${board}`});

const wrong = await call('propose_patch', {boardId: board, worker: 'guest', patch: [{op: 'remove', path: '/notes'}]});
assert.match(wrong.refused, /AUTHORIZATION[^]*Next: /);
assert.equal(await updated, `patchboard://boards/${board}`);

let invocation = null;
while (invocation === null) {
  invocation = (await call('await_work', {queue: board})).invocation;
}
const patch = [{op: 'add', path: '/notes/-', value: 'Bread'}];
assert.equal((await call('answer', {invocationId: invocation.invocationId, patch})).type, 'PatchCommitted');
await call('propose_patch', {boardId: board, worker: 'guest', patch});

const {contents} = await client.readResource({uri: `patchboard://boards/${board}/state`});
assert.deepEqual(JSON.parse(contents[0].text), {notes: ['Bread', 'Bread']});
const {prompts} = await client.listPrompts();
assert(prompts.some(prompt => prompt.name === `${board}/scribe`));
await client.close();
console.log('done');
