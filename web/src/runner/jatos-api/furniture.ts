/*
 * What jatos.js draws into a study's page. Texts come from the study; where it gives none, they are
 * the ones that JATOS' users know, in English as there.
 */

interface ButtonConfig {
  text?: string;
  confirm?: boolean;
  confirmText?: string;
  tooltip?: string;
  msg?: string;
  style?: string;
  action?: () => void;
}

/** A button in the corner of the page, by which a person can stop at any time. */
export function abortButton(config: ButtonConfig, abort: (message?: string) => void): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = config.text ?? 'Cancel';
  button.title = config.tooltip ?? '';
  button.style.cssText =
    'position:fixed;bottom:0;right:0;margin:8px;padding:8px 16px;min-height:40px;z-index:1000;' +
    'font:inherit;color:#1a1a1a;background:#fff;border:1px solid #767676;border-radius:6px;' +
    `cursor:pointer;${config.style ?? ''}`;
  button.addEventListener('click', () => {
    const asked = config.confirmText ?? 'Do you really want to cancel this study?';
    if (config.confirm !== false && !window.confirm(asked)) return;
    if (config.action) config.action();
    else abort(config.msg);
  });
  whenThereIsABody(() => document.body.append(button));
}

let overlay: HTMLElement | undefined;

/** A quiet veil with a text, while something is on its way. */
export function showOverlay(config: { text?: string; style?: string } = {}): void {
  removeOverlay();
  overlay = document.createElement('div');
  overlay.setAttribute('role', 'status');
  overlay.textContent = config.text ?? '';
  overlay.style.cssText =
    'position:fixed;inset:0;z-index:2000;display:grid;place-items:center;padding:24px;' +
    `font:18px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fffffff2;${config.style ?? ''}`;
  const shown = overlay;
  whenThereIsABody(() => document.body.append(shown));
}
export function removeOverlay(): void {
  overlay?.remove();
  overlay = undefined;
}

export function whenThereIsABody(act: () => void): void {
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', act, { once: true });
  else act();
}
