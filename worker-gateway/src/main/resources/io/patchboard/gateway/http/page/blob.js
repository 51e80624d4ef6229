// The bytes that a value points to: images are shown where they stand, all else is saved.

import {html} from './lit/lit-html.js';
import {bytes, path, query} from './api.js';
import {short} from './parts.js';

const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const MOST = 20;

/** What was asked for, by hash: an address within this page, or why there is none. */
const found = new Map();

const HASH = /^[0-9a-f]{64}$/;
const TYPE = /^[a-z0-9][a-z0-9.+-]{0,62}\/[a-z0-9][a-z0-9.+-]{0,62}$/;
const MOST_BYTES = 2 ** 40;

const is = (pattern, text) => typeof text === 'string' && pattern.test(text);
const has = (value, names) => value !== null && typeof value === 'object' && Object.keys(value).sort().join() === names;

/** The blob that a value stands for; undefined of any other: the kernel takes for one what has exactly this form. */
export function handle(value) {
  const blob = has(value, '$blob') ? value.$blob : undefined;
  if (!has(blob, 'bytes,sha256,type')) {
    return undefined;
  }
  const {sha256, bytes: size, type} = blob;
  return is(HASH, sha256) && is(TYPE, type) && Number.isInteger(size) && size >= 0 && size <= MOST_BYTES ? blob : undefined;
}

async function fetched({sha256, type}, update) {
  found.set(sha256, {});
  update();
  try {
    found.set(sha256, {url: URL.createObjectURL(await bytes(`v1/blobs/${path(sha256)}${query({type})}`))});
  } catch (failure) {
    found.set(sha256, {failure: failure.message});
  }
  while (found.size > MOST) {
    const [[oldest, {url}]] = found;
    found.delete(oldest);
    URL.revokeObjectURL(url);
  }
  update();
}

async function save(blob, update) {
  await fetched(blob, update);
  const {url} = found.get(blob.sha256);
  if (url) {
    Object.assign(document.createElement('a'), {href: url, download: blob.sha256}).click();
  }
}

export function template(blob, update) {
  const {url, failure} = found.get(blob.sha256) ?? {};
  const isShown = SHOWN.includes(blob.type);
  const act = () => (isShown ? fetched(blob, update) : save(blob, update));
  return html`<span class="blob"><span class="value">${blob.type}, ${short(blob.bytes)} bytes</span>
    ${isShown && url ? html`<img src=${url} alt="Blob ${blob.sha256}">`
      : html`<button type="button" class="more" @click=${act}>${isShown ? 'show' : 'save'}</button>`}
    ${failure ? html`<span class="failed" role="alert">${failure}</span>` : ''}</span>`;
}
