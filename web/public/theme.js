// Runs before the first paint, from its own file because the page's policy allows no inline script.
(() => {
  let wanted = 'auto';
  try {
    wanted = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    /* storage is off */
  }
  const dark =
    wanted === 'dark' || (wanted === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
