// Runs before the first paint, from its own file because the page's policy allows no inline script.
(() => {
  let wanted = 'auto';
  let language = navigator.language;
  try {
    wanted = localStorage.getItem('mantine-color-scheme-value') || 'auto';
    language = localStorage.getItem('commonlab-language') || language;
  } catch {
    /* storage is off */
  }
  const dark =
    wanted === 'dark' || (wanted === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';

  // The build writes here what the first pages need beside the script that is in index.html: they
  // would ask for it only once that script runs. A wrong guess of the language costs some kilobytes.
  /** @type {{ path: string, files: string[], texts: Record<string, string[]> }[]} */
  const ahead = [/* ahead */];
  const page = ahead.find(({ path }) => new RegExp(path).test(location.pathname));
  if (!page) return;
  const texts = page.texts[language.slice(0, 2)] ?? page.texts.en ?? [];
  for (const file of [...page.files, ...texts]) {
    const link = document.createElement('link');
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload';
    if (file.endsWith('.css')) link.as = 'style';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }

  // A visitor's study, as the page will ask for it. A person who has signed in asks with their token.
  const study = /^\/study\/details\/([\da-f-]{36})\/?$/.exec(location.pathname);
  const api = document.querySelector('meta[name="commonlab:api"]')?.content;
  if (!study || api !== '' || location.search || document.cookie.includes('ff_user_access_token='))
    return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials' });
  link.href = `/api/studies/${study[1]}/`;
  document.head.append(link);
})();
