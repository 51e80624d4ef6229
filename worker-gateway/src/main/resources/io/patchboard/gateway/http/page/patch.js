// What a JSON Patch would do to a state: each operation with what it replaces.

import {at, equal} from './tree.js';

/** The names along a JSON Pointer, or a pattern of such. */
export const parts = (pointer) => pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value with another at a place; those that hold it are copied, the old ones stay as they are. */
function changed(value, [name, ...rest], change) {
  if (name === undefined) {
    return change(undefined, undefined, value);
  }
  if (value === null || typeof value !== 'object') {
    throw new Error('There is nothing at this place.');
  }
  const copy = Array.isArray(value) ? [...value] : {...value};
  if (rest.length) {
    copy[name] = changed(copy[name], rest, change);
  } else {
    change(copy, name);
  }
  return copy;
}

function put(state, path, value, isNew) {
  return changed(state, parts(path), (holder, name) => {
    if (holder === undefined) {
      return value;
    }
    if (isNew && Array.isArray(holder)) {
      holder.splice(name === '-' ? holder.length : Number(name), 0, value);
    } else {
      holder[name] = value;
    }
    return undefined;
  });
}

function drop(state, path) {
  return changed(state, parts(path), (holder, name) => {
    if (Array.isArray(holder)) {
      holder.splice(Number(name), 1);
    } else if (holder) {
      delete holder[name];
    }
    return undefined;
  });
}

function applied(state, {op, path, from, value}) {
  switch (op) {
    case 'add':
      return put(state, path, value, true);
    case 'replace':
      return put(state, path, value, false);
    case 'remove':
      return drop(state, path);
    case 'move':
      return put(drop(state, from), path, at(state, from), true);
    case 'copy':
      return put(state, path, at(state, from), true);
    default:
      return state;
  }
}

function fits(state, {op, path, from, value}, old) {
  const needed = {replace: path, remove: path, move: from, copy: from}[op];
  return (needed === undefined || at(state, needed) !== undefined) && (op !== 'test' || equal(old, value));
}

/**
 * The operations, one after the other, each with what is at its place before it (`old`); `misfit` is the first that
 * the state does not allow any more, after which nothing is known.
 */
export function steps(state, patch) {
  const found = [];
  let now = state;
  let isLost = false;
  for (const operation of patch) {
    const old = isLost ? undefined : at(now, operation.path);
    const misfit = !isLost && !fits(now, operation, old);
    isLost ||= misfit;
    found.push({...operation, old: ['replace', 'remove'].includes(operation.op) || (operation.op === 'add' && old !== undefined && !isItem(now, operation.path)) ? old : undefined, misfit});
    try {
      now = isLost ? now : applied(now, operation);
    } catch {
      isLost = true;
      found.at(-1).misfit = true;
    }
  }
  return found;
}

/** What is added to an array replaces nothing. */
const isItem = (state, path) => Array.isArray(at(state, path.slice(0, path.lastIndexOf('/'))));
