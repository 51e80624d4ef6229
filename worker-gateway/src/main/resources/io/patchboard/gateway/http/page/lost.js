// An address that no view has, such as one that was cut off on its way.

import {html} from './lit/lit-html.js';

export class LostView {
  title = 'No such page';

  constructor(app, where) {
    this.where = where;
  }

  show() {}

  close() {}

  key() {
    return false;
  }

  template() {
    return html`
      <section class="lost" aria-label="No such page">
        <h1>No such page</h1>
        <p class="gone">There is no page <code>${this.where}</code>. <a href="#/">All boards</a></p>
      </section>`;
  }
}
