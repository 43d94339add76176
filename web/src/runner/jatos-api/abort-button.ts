import { whenThereIsABody } from '../overlay';

/*
 * The button that `jatos.addAbortButton` adds to a study's page. The study may set its texts.
 * Otherwise it has the English texts of JATOS' own button, which users of JATOS know.
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

/** Adds a button in a corner of the page with which the participant can stop at any time. */
export function showAbortButton(config: ButtonConfig, abort: (message?: string) => void): void {
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
