// The way through a board's versions.

import {html} from './lit/lit-html.js';
import {live} from './lit/directives/live.js';
import {whole} from './parts.js';

/**
 * @param shown `version`, the `first` and the `latest` there are, and whether it follows the latest (`isLive`)
 * @param to what to do: `drag` while it moves, `slide` where it rests, `follow` the latest
 */
export const slider = ({version, first, latest, isLive}, {drag, slide, follow}) => html`
  <footer class="slider">
    <button type="button" class="step" aria-label="Version before" ?disabled=${version <= first} @click=${() => slide(version - 1)}>◂</button>
    <input type="range" aria-label="Version" min=${first ?? 0} max=${latest} step="1" .value=${live(String(version))}
      @input=${(event) => drag(Number(event.target.value))}>
    <button type="button" class="step" aria-label="Version after" ?disabled=${version >= latest} @click=${() => slide(version + 1)}>▸</button>
    <span class="of">v${whole(version)} <span class="muted">of ${whole(latest)}</span></span>
    <button type="button" class="follow" aria-pressed=${isLive} title="Follow the latest (l)" @click=${() => follow()}><span aria-hidden="true">●</span> live</button>
  </footer>`;
