import { runScriptLinks } from './script-links';

const ran: string[] = [];
beforeAll(() => runScriptLinks((code) => ran.push(code)));
beforeEach(() => void ran.splice(0));

const made = (html: string) => {
  document.body.innerHTML = html;
  return document.body.firstElementChild as HTMLElement;
};
const clicked = (html: string, at = '*') => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  made(html);
  document.body.querySelector(at)?.dispatchEvent(event);
  return event.defaultPrevented;
};

describe('a link with a javascript: address', () => {
  it.each([
    ['javascript:jatos.endStudy()', 'jatos.endStudy()'],
    [' JavaScript:end(%7Ba:1%7D)', 'end({a:1})'],
    ['javascript:100%', '100%'],
  ])('is run once, in the page: %s', (href, code) => {
    expect([clicked(`<a href="${href}"><b>End</b></a>`, 'b'), ran]).toEqual([true, [code]]);
  });

  it.each(['next.html', '#javascript:', 'https://lab.example/javascript:'])(
    'does not include %s',
    (href) => {
      expect([clicked(`<a href="${href}">a</a>`, 'a'), ran]).toEqual([false, []]);
    },
  );

  it('does not run when the page’s own script handles the click', () => {
    const link = made('<a href="javascript:end()">a</a>');
    link.addEventListener('click', (event) => event.preventDefault());
    link.click();
    expect(ran).toEqual([]);
  });

  it('can also be the address of a form or of its button', () => {
    const form = made('<form action="javascript:end()"><button>End</button></form>');
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    const submitter = form.querySelector('button');
    submitter?.setAttribute('formaction', 'javascript:other()');
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }));
    expect(ran).toEqual(['end()', 'other()']);
  });
});
