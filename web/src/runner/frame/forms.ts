import { isPageName, isServerScript } from '../../../../contracts/study-files/study-names';
import { showOverlay } from '../overlay';
import type { Commonlab } from './commonlab';
import { formFieldValues } from './form-fields';
import { recordPartLength } from './long-text';
import { pagePathOf } from './page-path';
import { isRequestAnsweredInPage } from './sent-data';
import { onSubmitInAnyTree } from './shadow-roots';

/*
 * Records plain forms that a study sends to its own folder (`<form method="post"
 * action="save.php">`), where no server answers. The entered values become a trial. Then the study
 * continues at the page that the form names; without such a page, the study is over. For a form
 * without `method`, the browser opens the page with the values in its query. That page can still
 * read the values.
 */

/** A form that is being sent, and the button that sends it. */
interface Sending {
  readonly form: HTMLFormElement;
  readonly button: HTMLElement | null;
}
// The attributes are read instead of the properties, since fields of a form may be named `action`
// and `method`.
const said = ({ form, button }: Sending, name: 'action' | 'method'): string =>
  button?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? '';
/** As in browsers, any method but POST and dialog means GET. */
const isGet = (sending: Sending) => !/^(post|dialog)$/i.test(said(sending, 'method'));
const addressOf = (sending: Sending): URL =>
  new URL(said(sending, 'action').trim() || location.href, document.baseURI);

const nameOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value : value.name);

/**
 * Whether the form leads to another page of the study. A form that leads to a script, or to its own
 * page, does not.
 */
const pageAfter = ({ pathname }: URL): boolean =>
  isPageName(pathname) &&
  pagePathOf({ pathname, search: '' }) !== pagePathOf({ pathname: location.pathname, search: '' });

export class SentForms {
  private isBusy = false;

  constructor(
    private readonly commonlab: Commonlab,
    private readonly goTo: (page: string) => void = (page) => location.assign(page),
  ) {}

  /** Starts to catch submitted forms. The page's own listeners run before ours. */
  catch(): void {
    onSubmitInAnyTree((event) => {
      const { target, submitter } = event;
      if (event.defaultPrevented || !(target instanceof HTMLFormElement)) return;
      if (this.take({ form: target, button: submitter })) event.preventDefault();
    });
    const submit = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'submit');
    const send = submit?.value as ((this: HTMLFormElement) => void) | undefined;
    const take = (form: HTMLFormElement) => this.take({ form, button: null });
    HTMLFormElement.prototype.submit = function () {
      if (!take(this)) send?.call(this);
    };
  }

  /**
   * Records a form.
   * @returns whether our code has taken the form; if not, the browser sends it
   */
  private take(sending: Sending): boolean {
    const url = addressOf(sending);
    const isSent = said(sending, 'method').toLowerCase() === 'post' || isServerScript(url.pathname);
    const asksForPage = !isSent && isGet(sending) && isPageName(url.pathname);
    if (!(isSent || asksForPage) || !isRequestAnsweredInPage({ url, method: 'POST', body: '' }))
      return false;
    const data = new FormData(sending.form, sending.button);
    if (asksForPage && [...data].length === 0) return false;
    // A second press of the button must not record a second answer.
    if (!this.isBusy) void this.keep(sending, url, data, asksForPage);
    return true;
  }

  private async keep(
    { form }: Sending,
    url: URL,
    data: FormData,
    asksForPage: boolean,
  ): Promise<void> {
    this.isBusy = true;
    const { commonlab } = this;
    const kept: Promise<void>[] = [];
    const fields = formFieldValues(
      [...data].map(([name, value]): [string, string] => {
        if (typeof value === 'string') return [name, value];
        if (value.size > 0 || value.name !== '') kept.push(this.keepFile(value));
        return [name, value.name];
      }),
    );
    // The path without its query, which may contain values that the person entered on the previous
    // page.
    const page = `${pagePathOf({ pathname: location.pathname, search: '' })}${form.id && `#${form.id}`}`;
    const row = { commonlab_form: page, ...fields };
    const text = JSON.stringify([row]);
    kept.push(text.length > recordPartLength ? commonlab.text(text) : commonlab.record(row));
    await Promise.all(kept);
    if (asksForPage) {
      url.search = `${new URLSearchParams([...data].map(([name, value]) => [name, nameOf(value)]))}`;
      this.goTo(url.href);
    } else if (pageAfter(url)) this.goTo(url.href);
    else {
      commonlab.finish();
      if (!commonlab.isRun) showOverlay({ text: '■' });
    }
  }

  private async keepFile(file: File): Promise<void> {
    try {
      await this.commonlab.file(file.name, file);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await this.commonlab.event({ type: 'error', message: `${file.name}: ${why}`, file: null });
    }
  }
}
