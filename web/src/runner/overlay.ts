let overlay: HTMLElement | undefined;

/** Shows an overlay with a text over the page while something is being loaded. */
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
