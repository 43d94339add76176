import { scriptSearchTermOf, scriptsMentionedIn } from './mentioned-scripts.rule';

const mentioned = (text: string, ...paths: string[]) => {
  const found = scriptsMentionedIn(text, new Set(paths.map(scriptSearchTermOf)));
  return paths.filter((path) => found.has(scriptSearchTermOf(path)));
};

describe('Scripts that a page mentions', () => {
  it('include those of its tags, imports and lists, in any folder', () => {
    const text = `<script src="js/main.js?v=2"></script><script src=lib/bare.js></script>
      <script type=module>import './steps.mjs'; load(["one.js","two.js"])</script>`;
    const paths = ['js/main.js', 'lib/bare.js', 'a/steps.mjs', 'one.js', 'two.js', 'in.js'];
    expect(mentioned(text, ...paths)).toEqual(paths.slice(0, -1));
  });

  it('may have names with spaces and symbols, plain or percent-encoded', () => {
    const text = '<script src="my task (1).js"></script><script src="der%20t%C3%A4st.js"></script>';
    const paths = ['my task (1).js', 'der täst.js', 'a/x%.js'];
    expect(mentioned(text, ...paths)).toEqual(paths.slice(0, 2));
    expect(mentioned('src="a/x%.js"', ...paths)).toContain('a/x%.js');
  });

  it('exclude scripts whose name is only the end of another name', () => {
    expect(mentioned('<script src="domain.js"></script>', 'main.js')).toEqual([]);
  });
});
